// <kr-unit-editor>: the fields of one unit. Tells `unit-changed` with the new unit and the field's path.

import { arrange, button, el, tell } from "./dom.mjs";
import { choice_field, lines_field, lost, number_field, OWN, remark, show_words, text_field, ticks_field } from "./fields.mjs";
import { distance } from "./live.mjs";
import { limits } from "./schema.mjs";
import { at, set_at } from "./state.mjs";

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
  }

  /** Say at the fields what is wrong, and what is unusual. */
  words(mistakes, marks) {
    remark(this.firstElementChild, show_words(this, mistakes, marks));
  }

  change(path, value) {
    const last = path.at(-1);
    let unit = set_at(this.unit, path, value);
    // A vehicle of another kind has that kind's damage chart until another is chosen.
    if (last === "kind") unit = set_at(unit, ["vehicle", "chart"], undefined);
    if (value === OWN) unit = set_at(this.unit, path, last === "vehicle" ? this.own_vehicle() : this.own_weapon());
    this.unit = unit;
    this.changing = path;
    tell(this, "unit-changed", { unit, field: path.join(".") });
    this.changing = null;
  }

  /** A weapon to begin with: the first of the list, under another name. */
  own_weapon() {
    const { range_cm, dv, category } = this.first_weapon();
    return { name: "Own weapon", range_cm, ...(dv ? { dv } : {}), category };
  }

  first_weapon() {
    const category = this.unit.vehicle === undefined ? "small-arm" : "vehicle-weapon";
    const known = [...this.game.weapons.values()].filter((one) => one.range_cm !== null);
    return known.find((one) => one.category === category) ?? known[0];
  }

  /** A design to begin with: the vehicle that was chosen, or the first of the list. */
  own_vehicle() {
    const known = [...this.game.vehicles.values()].filter((one) => one.save !== null);
    const like = known.find((one) => one.id === this.unit.vehicle) ?? known[0];
    const usual = this.game.vehicle_kinds.get(like.kind);
    const weapons = like.weapons.map(({ weapon, count, name, abilities }) => filled({ weapon, count: count > 1 ? count : null, name, abilities }));
    const { kind, full_speed_cm, save } = like;
    const chart = like.chart === usual.chart ? null : like.chart;
    const worked = Math.floor((full_speed_cm * this.game.vehicle_rules.combat_speed_percent) / 100);
    const combat_speed_cm = worked === like.combat_speed_cm ? null : like.combat_speed_cm;
    return filled({ kind, chart, full_speed_cm, combat_speed_cm, save, weapons, abilities: like.abilities.filter((id) => !usual.abilities.includes(id)) });
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
    const add = (weapon) => this.change(path, [...held(), { weapon }]);
    const [made, legend, adders] = this.once([...path, "all"], () => [
      el("fieldset", { class: "kr-weapons" }),
      el("legend", { text: path.length > 1 ? "Weapons" : "Weapons and grenades" }),
      el("div", { class: "kr-ws__row" }, button("Add a weapon", () => add(this.first_weapon().id)), button("Add a weapon of your own", () => add(this.own_weapon()))),
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
      button("Remove", () => this.change(list, without(at(this.unit, list), number - 1)), { "aria-label": `Remove weapon ${number}` }),
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
      this.once([...path, "house"], () => button("Save as a house rule", () => tell(this, "weapon-saved", { weapon: at(this.unit, path) }))),
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

  /** Abilities of a weapon, open where it has some. */
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

/** A record without what is empty. */
function filled(record) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined && value.length !== 0));
}

function without(list, index) {
  return list.length > 1 ? list.filter((_, i) => i !== index) : undefined;
}
