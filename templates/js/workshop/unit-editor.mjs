// <kr-unit-editor>: the fields of one unit. Tells `action` with a name: a changed unit, a weapon to save.

import { act, arrange, button, el } from "./dom.mjs";
import { choice_field, lines_field, lost, number_field, OWN, remark, show_words, text_field, ticks_field } from "./fields.mjs";
import { own_vehicle, own_weapon, usual_weapon } from "./fresh.mjs";
import { distance } from "./live.mjs";
import { limits } from "./schema.mjs";
import { at, filled, set_at } from "./state.mjs";

// So many fields are kept for the next unit that needs them: more than any unit has.
const KEPT = 1000;
const named = (table) => [...table].map(([id, record]) => [id, record.name]);
const CATEGORIES = [["small-arm", "Small arm"], ["vehicle-weapon", "Vehicle weapon"]];

export class UnitEditor extends HTMLElement {
  /** Once: the game, and the schema with the limits of each field. */
  use(game, schema) {
    Object.assign(this, { game, schema, kept: new Map() });
    this.addEventListener("field-changed", (event) => {
      event.stopPropagation();
      this.change(event.detail.path, event.detail.value);
    });
  }

  /** Show a unit; other fields are put in place only where others are needed. */
  show(unit) {
    this.unit = unit;
    const focused = this.contains(document.activeElement) ? document.activeElement.id : "";
    if (this.kept.size > KEPT) this.kept.clear();
    arrange(this, this.fields());
    if (focused && document.activeElement.id !== focused) document.getElementById(focused)?.focus();
    for (const one of this.querySelectorAll("[data-path]")) {
      if (one.path !== this.changing) one.fill(at(unit, one.path));
    }
    this.changing = null;
  }

  /** Say at the fields what is wrong, and what is unusual. */
  words(mistakes, marks) {
    remark(this.firstElementChild, show_words(this, mistakes, marks));
  }

  /** What the field at a path is called. */
  called(path) {
    return this.querySelector(`[data-path="${path.join(".")}"] > :is(label, legend)`)?.textContent ?? path.at(-1);
  }

  /** Change a value; what is not typed or chosen in a field, but pressed, is of no `field`: each press is a step to undo. */
  change(path, value, field = path.join(".")) {
    const last = path.at(-1);
    let unit = set_at(this.unit, path, value);
    // A vehicle of another kind has that kind's damage chart until another is chosen.
    if (last === "kind") unit = set_at(unit, ["vehicle", "chart"], undefined);
    if (value === OWN && last === "vehicle") unit = set_at(this.unit, path, own_vehicle(this.unit, this.game));
    else if (value === OWN) unit = this.with_own_weapon(path.slice(0, -1));
    this.unit = unit;
    this.changing = path;
    act(this, "edit", { unit, field });
  }

  /** What a mount is called and can do more goes with the weapon that it had: an own one has both itself. */
  with_own_weapon(path) {
    return set_at(this.unit, path, filled({ weapon: own_weapon(this.unit, this.game), count: at(this.unit, path).count }));
  }

  fields() {
    const vehicle = this.unit.vehicle !== undefined;
    return [
      this.once(["wrong"], () => el("p", { class: "kr-field__wrong", role: "alert", hidden: true })),
      this.text(["name"], "Name"),
      this.choice(["grade"], vehicle ? "Crew" : "Grade", this.game.grades),
      ...(vehicle ? this.vehicle_fields() : this.squad_fields()),
      this.text(["note"], "Note, printed on the card", { lines: 2 }),
    ];
  }

  squad_fields() {
    const { game } = this;
    return [
      this.choice(["commander"], "Commander", game.grades, { none: "none of another grade" }),
      this.number(["figures"], "Figures"),
      this.save(["save"], game.infantry_saves),
      this.weapons(["weapons"]),
      this.ticks(["abilities"], "Specials", "figure"),
    ];
  }

  vehicle_fields() {
    const { game, unit } = this;
    return [
      this.choice(["vehicle"], "Vehicle", game.vehicles, { options: [[OWN, "of your own design"], ...named(game.vehicles)] }),
      ...(typeof unit.vehicle === "string" ? [] : this.own_fields()),
      this.once(["passengers"], () => lines_field(["passengers"], "Aboard: the names of squads, one a line")),
    ];
  }

  own_fields() {
    const { game } = this;
    return [
      this.choice(["vehicle", "kind"], "Kind", game.vehicle_kinds),
      this.choice(["vehicle", "chart"], "Damage chart", game.damage_charts, { none: "its kind's" }),
      this.number(["vehicle", "full_speed_cm"], "Full speed"),
      this.number(["vehicle", "combat_speed_cm"], "Combat speed, if not worked out"),
      this.save(["vehicle", "save"], game.vehicle_saves),
      this.weapons(["vehicle", "weapons"]),
      this.ticks(["vehicle", "abilities"], "Abilities", "vehicle"),
    ];
  }

  weapons(path) {
    const held = () => at(this.unit, path) ?? [];
    const add = (weapon) => this.change(path, [...held(), { weapon }], null);
    const [made, legend, adders] = this.once([...path, "all"], () => [
      el("fieldset", { class: "kr-weapons" }),
      el("legend", { text: path.length > 1 ? "Weapons" : "Weapons and grenades" }),
      el("div", { class: "kr-ws__row" }, button("Add a weapon", () => add(usual_weapon(this.unit, this.game).id)), button("Add a weapon of your own", () => add(own_weapon(this.unit, this.game)))),
    ]);
    arrange(made, [legend, ...held().map((_, index) => this.weapon([...path, String(index)])), adders]);
    return made;
  }

  weapon(path) {
    const own = typeof at(this.unit, path).weapon !== "string";
    const list = path.slice(0, -1);
    const mounted = list.length > 1;
    const number = Number(path.at(-1)) + 1;
    const of = (category, label) => ({ label: `${label}s`, options: named([...this.game.weapons].filter(([, one]) => one.category === category)) });
    const groups = (mounted ? CATEGORIES.toReversed() : CATEGORIES).map((one) => of(...one));
    const [made, remove] = this.once([...path, "all"], () => [
      el("div", { class: "kr-weapons__one", role: "group", "aria-label": `Weapon entry ${number}` }),
      button("Remove", () => this.change(list, without(at(this.unit, list), number - 1), null), { "aria-label": `Remove weapon ${number}` }),
    ]);
    arrange(made, [
      this.choice([...path, "weapon"], `Weapon ${number}`, this.game.weapons, { options: [[OWN, "of your own"], ...groups] }),
      this.number([...path, "count"], mounted ? "How many" : "Carried by", 1),
      ...(own ? this.own_weapon_fields([...path, "weapon"]) : []),
      ...(mounted && !own ? [this.text([...path, "name"], "Called, if otherwise"), this.more([...path, "abilities"], "More abilities")] : []),
      remove,
    ]);
    return made;
  }

  own_weapon_fields(path) {
    return [
      this.text([...path, "name"], "Its name"),
      this.number([...path, "range_cm"], "Range"),
      this.number([...path, "dv"], "Damage Value, if it rolls dice"),
      this.choice([...path, "category"], "Kind of weapon", new Map(CATEGORIES), { options: CATEGORIES }),
      this.more([...path, "abilities"], "Its abilities"),
      this.once([...path, "house"], () => button("Save as a house rule", () => act(this, "weapon", { path, weapon: at(this.unit, path) }))),
    ];
  }

  /** What is made once for its path and the rest of its key, and kept for the next unit that needs the same. */
  once(key, make) {
    const name = JSON.stringify(key);
    if (!this.kept.has(name)) this.kept.set(name, make());
    return this.kept.get(name);
  }

  /** One of a table; what these rules do not have is a choice of its own. */
  choice(path, label, table, { options = named(table), ...more } = {}) {
    const value = at(this.unit, path);
    const gone = value === undefined || typeof value === "object" || table.has(String(value)) ? [typeof value] : value;
    return this.once([...path, label, gone], () => choice_field(path, label, value, options, more));
  }

  save(path, table) {
    const options = [...table].map(([id, { examples }]) => [id, `${id}+${examples ? `: ${examples}` : ""}`]);
    return this.choice(path, "Save", table, { options, number: true });
  }

  /** Abilities of a kind, and those of the unit's that these rules do not have. */
  ticks(path, label, kind) {
    const known = [...this.game.abilities].filter(([, one]) => one.kind === kind).map(([id, one]) => [id, one.name, one.card]);
    const gone = (at(this.unit, path) ?? []).filter((id) => !known.some(([one]) => one === id));
    return this.once([...path, gone], () => ticks_field(path, label, [...gone.map((id) => [id, lost(id)]), ...known]));
  }

  /** Abilities of a weapon, opened or closed as they were left; at first open where the weapon then shown has some. */
  more(path, label) {
    const ticks = this.ticks(path, label, "weapon");
    ticks.more ??= el("details", { class: "kr-more", open: Boolean(at(this.unit, path)?.length) }, el("summary", { text: label }), ticks);
    return ticks.more;
  }

  text(path, label, { lines = 0 } = {}) {
    return this.once([...path, label], () => text_field(path, label, limits(this.schema.$defs.Unit, this.schema, ...path), { lines }));
  }

  /** A number; a distance is entered in the rulebook's cm, and shown as these rules measure it. */
  number(path, label, usual) {
    return this.once([...path, label], () => this.made_number(path, label, usual));
  }

  made_number(path, label, usual) {
    const length = path.at(-1).endsWith("_cm");
    const made = number_field(path, length ? `${label}, cm` : label, limits(this.schema.$defs.Unit, this.schema, ...path), usual);
    if (length && this.game.distances.unit !== "cm") {
      const { fill } = made;
      const show = (cm) => made.querySelector(".kr-field__mark").setAttribute("data-hint", Number.isInteger(cm) ? `On the table: ${distance(cm, this.game)}` : "");
      made.fill = (value) => (show(value), fill(value));
      made.addEventListener("field-changed", (event) => show(event.detail.value));
    }
    return made;
  }
}

function without(list, index) {
  return list.length > 1 ? list.filter((_, i) => i !== index) : undefined;
}
