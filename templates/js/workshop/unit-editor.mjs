// <kr-unit-editor>: the fields of one unit. Tells `unit-changed` with the new unit and the field's path.

import { button, el, say, tell } from "./dom.mjs";
import { choice_field, lines_field, number_field, OWN, show_words, text_field, ticks_field } from "./fields.mjs";
import { distance } from "./live.mjs";
import { limits } from "./schema.mjs";
import { at, set_at } from "./state.mjs";

const SHAPES = 20;
const named = (table) => [...table].map(([id, record]) => [id, record.name]);
const CATEGORIES = [["small-arm", "Small arm"], ["vehicle-weapon", "Vehicle weapon"]];

export class UnitEditor extends HTMLElement {
  /** Once: the game, and the schema with the limits of each field. */
  use(game, schema) {
    Object.assign(this, { game, schema, shape: "", built: new Map() });
    this.addEventListener("field-changed", (event) => {
      event.stopPropagation();
      this.change(event.detail.path, event.detail.value);
    });
  }

  /** Show a unit; other fields are put in place only where others are needed, and kept for the next unit of that shape. */
  show(unit) {
    const shape = shape_of(unit, this.game);
    this.unit = unit;
    if (shape !== this.shape) {
      this.shape = shape;
      const focused = this.contains(document.activeElement) ? document.activeElement.id : "";
      if (!this.built.has(shape)) this.built.set(shape, [el("p", { class: "kr-field__wrong", role: "alert", hidden: true }), ...this.fields()]);
      if (this.built.size > SHAPES) this.built.delete(this.built.keys().next().value);
      this.replaceChildren(...this.built.get(shape));
      if (focused) document.getElementById(focused)?.focus();
    }
    for (const one of this.querySelectorAll("[data-path]")) {
      if (one.path !== this.changing) one.fill(at(unit, one.path));
    }
  }

  /** Say at the fields what is wrong, and what is unusual. */
  words(mistakes, marks) {
    const rest = show_words(this, mistakes, marks);
    say(this.firstElementChild, rest);
    this.firstElementChild.hidden = !rest;
  }

  change(path, value) {
    const last = path.at(-1);
    let unit = set_at(this.unit, path, value);
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
    const { game, unit } = this;
    const vehicle = unit.vehicle !== undefined;
    return [
      this.text(["name"], "Name"),
      choice_field(["grade"], vehicle ? "Crew" : "Grade", unit.grade, named(game.grades)),
      ...(vehicle ? this.vehicle_fields() : this.squad_fields()),
      this.text(["note"], "Note, printed on the card", { lines: 2 }),
    ];
  }

  squad_fields() {
    const { game, unit } = this;
    const saves = [...game.infantry_saves].map(([id, save]) => [id, `${id}+${save.examples ? `: ${save.examples}` : ""}`]);
    return [
      choice_field(["commander"], "Commander", unit.commander, named(game.grades), { none: "none of another grade" }),
      this.number(["figures"], "Figures"),
      choice_field(["save"], "Save", unit.save, saves, { number: true }),
      this.weapons(["weapons"]),
      ticks_field(["abilities"], "Specials", unit.abilities, this.abilities("figure")),
    ];
  }

  vehicle_fields() {
    const { game, unit } = this;
    const own = typeof unit.vehicle !== "string";
    const chosen = choice_field(["vehicle"], "Vehicle", own ? OWN : unit.vehicle, [[OWN, "of your own design"], ...named(game.vehicles)]);
    return [chosen, ...(own ? this.own_fields() : []), lines_field(["passengers"], "Aboard: the names of squads, one a line")];
  }

  own_fields() {
    const { game } = this;
    const own = this.unit.vehicle;
    const saves = [...game.vehicle_saves].map(([id, save]) => [id, `${id}+${save.examples ? `: ${save.examples}` : ""}`]);
    return [
      choice_field(["vehicle", "kind"], "Kind", own.kind, named(game.vehicle_kinds)),
      choice_field(["vehicle", "chart"], "Damage chart", own.chart, named(game.damage_charts), { none: "its kind's" }),
      this.number(["vehicle", "full_speed_cm"], "Full speed"),
      this.number(["vehicle", "combat_speed_cm"], "Combat speed, if not worked out"),
      choice_field(["vehicle", "save"], "Save", own.save, saves, { number: true }),
      this.weapons(["vehicle", "weapons"]),
      ticks_field(["vehicle", "abilities"], "Abilities", own.abilities, this.abilities("vehicle")),
    ];
  }

  weapons(path) {
    const held = () => at(this.unit, path) ?? [];
    const add = (weapon) => this.change(path, [...held(), { weapon }]);
    return el(
      "fieldset",
      { class: "kr-weapons" },
      el("legend", { text: path.length > 1 ? "Weapons" : "Weapons and grenades" }),
      ...held().map((_, index) => this.weapon([...path, String(index)])),
      el("div", { class: "kr-ws__row" }, button("Add a weapon", () => add(this.first_weapon().id)), button("Add a weapon of your own", () => add(this.own_weapon()))),
    );
  }

  weapon(path) {
    const { weapon, abilities } = at(this.unit, path);
    const own = typeof weapon !== "string";
    const list = path.slice(0, -1);
    const mounted = list.length > 1;
    const of = (category) => ({ label: `${CATEGORIES.find(([id]) => id === category)[1]}s`, options: [...this.game.weapons].filter(([, one]) => one.category === category).map(([id, one]) => [id, one.name]) });
    const groups = (mounted ? CATEGORIES.toReversed() : CATEGORIES).map(([id]) => of(id));
    const number = Number(path.at(-1)) + 1;
    return el(
      "div",
      { class: "kr-weapons__one", role: "group", "aria-label": `Weapon entry ${number}` },
      choice_field([...path, "weapon"], `Weapon ${number}`, own ? OWN : weapon, [[OWN, "of your own"], ...groups]),
      this.number([...path, "count"], mounted ? "How many" : "Carried by", 1),
      ...(own ? this.own_weapon_fields([...path, "weapon"], weapon) : []),
      ...(mounted && !own ? [this.text([...path, "name"], "Called, if otherwise"), more("More abilities", ticks_field([...path, "abilities"], "More abilities", abilities, this.abilities("weapon")), abilities)] : []),
      button("Remove", () => this.change(list, without(at(this.unit, list), number - 1)), { "aria-label": `Remove weapon ${number}` }),
    );
  }

  own_weapon_fields(path, weapon) {
    return [
      this.text([...path, "name"], "Its name"),
      this.number([...path, "range_cm"], "Range"),
      this.number([...path, "dv"], "Damage Value, if it rolls dice"),
      choice_field([...path, "category"], "Kind of weapon", weapon.category, CATEGORIES),
      more("Its abilities", ticks_field([...path, "abilities"], "Its abilities", weapon.abilities, this.abilities("weapon")), weapon.abilities),
      button("Save as a house rule", () => tell(this, "weapon-saved", { weapon: at(this.unit, path) })),
    ];
  }

  abilities(kind) {
    return [...this.game.abilities].filter(([, one]) => one.kind === kind).map(([id, one]) => [id, one.name, one.card]);
  }

  text(path, label, { lines = 0 } = {}) {
    return text_field(path, label, limits(this.schema.$defs.Unit, this.schema, ...path), { lines });
  }

  /** A number; a distance is entered in the rulebook's cm, and shown as these rules measure it. */
  number(path, label, usual) {
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

function more(label, inside, open) {
  return el("details", { class: "kr-more", open: Boolean(open?.length) }, el("summary", { text: label }), inside);
}

/** Which fields a unit needs: two units of one shape have the same. What these rules do not have needs a choice of its own. */
function shape_of(unit, game) {
  const own = unit.vehicle !== undefined && typeof unit.vehicle !== "string";
  const holder = own ? unit.vehicle : unit;
  const lost = (id, table) => (id === undefined || table.has(typeof id === "number" ? String(id) : id) ? "" : id);
  const armed = (holder.weapons ?? []).map(({ weapon, abilities = [] }) => (typeof weapon === "string" ? ["id", lost(weapon, game.weapons), ...abilities.filter((id) => lost(id, game.abilities))] : ["own", ...(weapon.abilities ?? []).filter((id) => lost(id, game.abilities))]));
  return JSON.stringify([
    unit.vehicle === undefined ? "squad" : own ? "own" : ["vehicle", lost(unit.vehicle, game.vehicles)],
    armed,
    [unit.grade, unit.commander].map((id) => lost(id, game.grades)),
    lost(holder.save, own ? game.vehicle_saves : game.infantry_saves),
    (holder.abilities ?? []).filter((id) => lost(id, game.abilities)),
    own ? [lost(holder.kind, game.vehicle_kinds), lost(holder.chart, game.damage_charts)] : [],
  ]);
}
