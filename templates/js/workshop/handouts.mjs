// A force → its summary: units, points and why, the special rules it needs; mirrors tools/kr16/context/handouts.py.

import { card, row, section } from "./cards.mjs";
import { armed, vehicle_of } from "./force.mjs";
import { NBSP } from "./live.mjs";
import * as points from "./points.mjs";
import { applying } from "./weapons.mjs";

/** The summary of a force's units, each filled in by `unit_of`. */
export function summary(head, units, game) {
  const info = game.credit;
  const made = units.map((unit) => card(unit, game));
  const total = made.reduce((sum, one) => sum + Number(one.points), 0);
  const rows = made.map((one) => row([one.points], one.name, why(one)));
  const against = !Number.isInteger(head.points_limit) ? "" : `limit ${head.points_limit}: ${left(head.points_limit - total)}`;
  const house = game.id === "core" ? "" : `${game.title}, on the rules of `;
  const special = special_rules(units, game).map((id) => row([], game.abilities.get(id).name, game.abilities.get(id).text));
  return {
    name: head.force,
    type: `${house}${info.title} ${info.version} (${info.edition}, ${info.copyright})`,
    sections: [section("units", ["Points"], `${rows.length} unit${rows.length === 1 ? "" : "s"}`, [...rows, row([String(total)], "Total", against)]), section("special", [], "", special)],
    notice: `Unofficial. ${info.title} ${info.copyright} ${info.author}. Get the rulebook itself, free, from the author: ${info.site}. Symbols: game-icons.net, CC BY 3.0.`,
  };
}

function why({ type, working }) {
  const kind = type.slice(0, type.lastIndexOf(" · "));
  return `${kind}: ${working.map((line) => `${line.label}${NBSP}(${line.points})`).join(", ")}`;
}

function left(rest) {
  return rest >= 0 ? `${rest} left` : `${-rest} too many`;
}

/** The ids of the abilities that count for these units, by name. */
export function special_rules(units, game) {
  const found = new Set();
  for (const original of units) {
    const [unit, own] = armed(original, game);
    const carried = unit.vehicle === null;
    const vehicle = carried ? null : vehicle_of(unit, own);
    const held = carried ? [...unit.abilities, ...own.infantry_saves.get(String(unit.save)).abilities] : points.abilities_of(vehicle, own);
    held.forEach((id) => found.add(id));
    for (const { weapon: id, abilities = [] } of carried ? unit.weapons : vehicle.weapons) {
      const weapon = own.weapons.get(id);
      const all = [...weapon.abilities, ...abilities, ...weapon.loads.flatMap((load) => own.weapons.get(load).abilities)];
      applying(all, own, !carried).forEach((one) => found.add(one));
    }
  }
  const key = (id) => [...game.abilities.get(id).name, "\0", ...id].map((sign) => sign.codePointAt(0));
  return [...found].sort((a, b) => compared(key(a), key(b)));
}

/** Texts by their signs, as Python sorts them. */
function compared(a, b) {
  const index = a.findIndex((sign, at) => sign !== b[at]);
  return index < 0 ? a.length - b.length : index < b.length ? a[index] - b[index] : 1;
}
