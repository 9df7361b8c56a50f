// What is open in the workshop → a file, a link, printed cards, a house rule.

import { download, el } from "./dom.mjs";
import { force_of, text_of } from "./document.mjs";
import { new_squad } from "./fresh.mjs";
import { house_rule, house_weapon } from "./house.mjs";
import { pack } from "./share.mjs";
import { entry, open } from "./state.mjs";

export function save_force({ state }) {
  save(open(state).head.force, text_of(open(state)));
}

export function save_all({ state }) {
  state.forces.filter(({ units }) => units.length).forEach((doc) => save(doc.head.force, text_of(doc)));
}

function save(name, text) {
  download(`${name.replace(/[^\p{L}\p{N} _-]+/gu, "").trim().slice(0, 60) || "force"}.yaml`, text);
}

const USEFUL = "Only a weapon with a range, and with a Damage Value or an ability, can become a house rule.";
const useful = ({ range_cm, dv, abilities = [] }) => range_cm > 0 && (dv || abilities.length > 0);

export async function share({ state, warning }) {
  const link = `${location.origin}${location.pathname}#f=${await pack(force_of(open(state)))}`;
  const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
  const field = el("input", { type: "text", readonly: true, "aria-label": "The link", class: "kr-ws__link" });
  field.value = link;
  warning.say([`${copied ? "The link is copied. " : ""}It holds the whole force (${link.length} characters); whoever opens it gets a copy.`, field]);
  field.focus();
  field.select();
}

export async function print_cards({ state, base }) {
  const word = pack(force_of(open(state)));
  const opened = window.open("about:blank", "_blank");
  const url = new URL(`print/workshop.html#f=${await word}`, base).href;
  if (opened) opened.location = url;
  else location.href = url;
}

export function save_unit_rule({ state, game, evaluated, warning }) {
  const { unit } = evaluated(entry(state).unit);
  if (!unit) warning.say(["Only a unit that is right can become a house rule."]);
  else if (typeof unit.vehicle === "string") warning.say(["This vehicle is in the rules already. Choose “of your own design” to change it."]);
  else if (![...(unit.vehicle ?? unit).weapons].every(({ weapon }) => typeof weapon === "string" || useful(weapon))) warning.say([USEFUL]);
  else {
    save(unit.name, house_rule(unit, game));
    if (!unit.vehicle) warning.say(["The house rule adds one figure with all these weapons, without commander, number and note."]);
  }
}

/** The weapon alone counts, not who carries it. */
export function save_weapon_rule({ game, evaluated, warning, parts }, { path, weapon }) {
  const { mistakes } = evaluated({ ...new_squad("-", game), weapons: [{ weapon }] });
  if (mistakes.length) warning.say(["Only a weapon that is right can become a house rule.", ...mistakes.map(([[, , , key], message]) => `${parts.editor.called([...path, key])}: ${message}`)]);
  else if (!useful(weapon)) warning.say([USEFUL]);
  else save(weapon.name, house_weapon({ dv: null, abilities: [], ...weapon }, game));
}
