// A unit of a force → its card: every roll worked out, every box to tick; mirrors tools/kr16/context/cards.py and rows.py.

import { armed, price, vehicle_of } from "./force.mjs";
import { distance, NBSP, signed } from "./live.mjs";
import * as points from "./points.mjs";
import * as rolls from "./rolls.mjs";
import { BLANK, counted, fired } from "./weapons.mjs";

const ICONS = ["infantry", "wheeled", "tracked", "walker", "flyer", "drone"];
const [BOX, LEADER_BOX, GROUP, MANY] = ["□", "☆", 5, 20];

/** One unit's card: a heading, the statistics in large type, boxes to tick, then sections of rows. */
export function card(unit, game) {
  [unit, game] = armed(unit, game);
  const working = price(unit, game);
  const total = points.total(working);
  const kind = unit.vehicle === null ? squad_card(unit, game) : vehicle_card(unit, game);
  const sections = [...kind.sections, section("note", [], "", unit.note ? [row([], "", unit.note)] : [])];
  return {
    ...kind,
    name: unit.name,
    part: "",
    points: String(total),
    type: `${kind.type} · ${total} points`,
    sections: sections.filter((one) => one.rows.length),
    working: working_lines(working),
    notice: notice(game),
  };
}

/** The back of a card: what the unit costs, and why. */
export function back(card) {
  const worked = card.working.map((line) => row([line.points], "", line.label));
  return { ...card, part: "", stats: [{ value: card.points, label: "points" }], ticks: [], sections: [section("working", [], "", worked)] };
}

export function section(id, head, label, rows) {
  return { id, head, label, columns: String(Math.max(0, ...rows.map((one) => one.cells.length))), rows };
}

export function row(cells, name, text = "") {
  return { cells, name, text };
}

/** The line that every card carries: whose game it is and where to get it. */
export function notice(game) {
  const { title, copyright, author, site } = game.credit;
  return `Unofficial. ${title} ${copyright} ${author}, ${site}`;
}

export function working_lines(working) {
  return working.map((line) => ({ label: line.label, points: points.points_text(line.points).replaceAll("-", "−") }));
}

function squad_card(unit, game) {
  const save = game.infantry_saves.get(String(unit.save));
  const commander = unit.commander || unit.grade;
  const led = commander !== unit.grade;
  const weapons = unit.weapons.flatMap(({ weapon, count }) => fired(weapon, count, unit.grade, game, false).flatMap(weapon_rows));
  const grade = game.grades.get(unit.grade).name;
  return {
    kind: "infantry",
    icon: "infantry",
    type: `${grade} squad${led ? `, ${game.grades.get(commander).name} commander` : ""}`,
    stats: [{ value: `${unit.save}+`, label: "save" }, { value: BOX, label: "Shaken" }],
    ticks: [
      ...(unit.figures <= MANY ? [{ boxes: boxes(unit.figures - (led ? 1 : 0)), label: "figures" }] : []),
      ...(led ? [{ boxes: LEADER_BOX, label: "commander" }] : []),
    ],
    sections: [
      section("figures", [], "", unit.figures > MANY ? many_figures(unit.figures - (led ? 1 : 0)) : []),
      section("orders", ["Roll", "Shaken"], "Order", [...game.orders.keys()].map((id) => order_row(id, commander, save.abilities, game))),
      section("weapons", ["Dice", ...covers(game)], "Weapon", [...weapons, ...hand_to_hand_row(unit, commander, save.abilities, game)]),
      section("abilities", [], "", [...save.abilities, ...unit.abilities].map((id) => ability_row(id, unit.grade, game))),
    ],
  };
}

/** So many boxes to tick, in groups that are easy to count. */
export function boxes(count) {
  return Array.from({ length: Math.ceil(count / GROUP) }, (_, group) => BOX.repeat(Math.min(GROUP, count - group * GROUP))).join(" ");
}

/** Boxes as rows, so that a card with very many of them can go on elsewhere. */
function many_figures(count) {
  const full = 2 * GROUP;
  const rows = Array.from({ length: Math.ceil(count / full) }, (_, index) => row([], boxes(Math.min(full, count - index * full))));
  rows.at(-1).text = "figures";
  return rows;
}

/** The heads of the columns for the open and for each class of cover, in one word each. */
export function covers(game) {
  return ["Open", ...[...game.cover.values()].map((cover) => cover.name.replace(/ cover$/, ""))];
}

function weapon_rows(found) {
  const name = found.count ? `${found.count} × ${found.name}` : found.name;
  const text = found.range !== BLANK ? [found.range, ...found.notes].join(" · ").replaceAll("≤ ", `≤${NBSP}`) : "not printed: agree before play";
  if (found.dice === "—") return [row([], name, text)];
  return [row([found.dice, ...found.rolls], name, text), ...found.options.map((option) => row(["", ...option.rolls], "", option.name))];
}

/** A row for the figures whose weapon helps in Hand to Hand, and one for the others; cover counts for nothing. */
function hand_to_hand_row(unit, commander, armour, game) {
  let left = unit.figures;
  const groups = [];
  for (const carried of unit.weapons) {
    const weapon = game.weapons.get(carried.weapon);
    if (!left || !rolls.effects(weapon.abilities, game, "hand-to-hand").length) continue;
    const count = Math.min(carried.count, left);
    groups.push([count, ` with ${weapon.name}`, weapon.abilities]);
    left -= count;
  }
  if (left) groups.push([left, groups.length ? ", the others" : "", []]);
  const found = groups.map(([count, who, abilities]) => {
    const roll = rolls.roll_text(rolls.hand_to_hand(unit.grade, game, [...armour, ...unit.abilities, ...abilities]));
    return row([String(count * game.hand_to_hand.dice_per_figure), ...covers(game).map(() => roll)], `Hand to hand${who}`);
  });
  found.at(-1).text = `leave on ${rolls.roll_text(rolls.leave_hand_to_hand(commander, game))}`;
  return found;
}

function ability_row(id, grade, game) {
  const found = game.abilities.get(id);
  const added = { nothing: 0, "command bonus": game.grades.get(grade).command_bonus };
  const treats = found.effects.filter((e) => e.from_roll !== null && e.roll === "treat").map((e) => rolls.roll_text(rolls.needed(e.from_roll, added[e.adds])));
  return row([], [found.name, ...treats].join(" "), counted(id, game) ? "counted in the rolls above" : found.card);
}

function order_row(id, commander, abilities, game) {
  const needed = [false, true].map((shaken) => rolls.roll_text(rolls.command(commander, id, game, shaken, abilities)));
  return row(needed, game.orders.get(id).name, order_text(id, game));
}

/** What an order does, in its numbers: "6 cm, then fire". */
export function order_text(id, game) {
  const found = game.orders.get(id);
  const at = found.to_hit_modifier ? ` at ${signed(found.to_hit_modifier)}` : "";
  const move = found.move_cm ? distance(found.move_cm, game) : "";
  const does = {
    never: [move],
    "after moving": [move, `then fire${at}`],
    "before moving": [`fire${at}`, `then ${move}`],
    "without moving": [`fire${at}`],
    "as a reaction": [found.reactions.map(reaction).join(" or ")],
  }[found.fires];
  const to_be_hit = found.to_be_hit_modifier ? `${signed(found.to_be_hit_modifier)} to be hit` : "";
  return [...does, to_be_hit].filter(Boolean).join(", ");
}

function reaction(one) {
  if (one.fires) return one.to_hit_modifier ? `fire at ${signed(one.to_hit_modifier)}` : "fire";
  return `${signed(one.to_be_hit_modifier)} to be hit`;
}

function vehicle_card(unit, game) {
  const found = vehicle_of(unit, game);
  const kind = game.vehicle_kinds.get(found.kind);
  const chart = game.damage_charts.get(found.chart || kind.chart);
  const command = rolls.vehicle_command(unit.grade, game);
  const name = typeof unit.vehicle === "string" ? found.name : `${kind.name}, own design`;
  const shaken = chart.rows.find((one) => one.command_modifier)?.command_modifier ?? 0;
  const save = vehicle_save(found, game);
  const weapons = found.weapons.flatMap((mount) => fired(mount.weapon, mount.count, unit.grade, game, true, mount.abilities, mount.name).flatMap(mounted_rows));
  const actions = [...game.vehicle_actions].filter(([, action]) => !(action.speed === "full" && kind.flies)).map(([id]) => action_row(id, found, game));
  return {
    kind: "vehicle",
    icon: ICONS.includes(found.kind) ? found.kind : "",
    type: `${game.grades.get(unit.grade).name} crew${name !== unit.name ? `, ${name}` : ""}`,
    stats: [
      { value: save.roll, label: "save" },
      { value: save.side, label: "side, rear" },
      { value: rolls.roll_text(command), label: "acts" },
      ...(shaken ? [{ value: rolls.roll_text(rolls.needed(command, shaken)), label: "shaken" }] : []),
    ],
    ticks: [],
    sections: [
      section("actions", [], "", actions),
      section("weapons", ["Dice", ...covers(game)], "Weapon", weapons),
      section("abilities", [], "", points.abilities_of(found, game).map((id) => ability_row(id, unit.grade, game))),
      section("passengers", [], "", unit.passengers.length ? [row([], "Aboard", unit.passengers.join(", "))] : []),
      section("damage", ["", "Roll"], chart.name, chart.rows.map((one) => row([BOX, range_of(one.from, one.to)], one.name, one.effect))),
    ],
  };
}

/** Each of a vehicle's weapons fires for itself, so several of one kind show their dice as 2×4. */
function mounted_rows(found) {
  const lines = weapon_rows(found);
  if (found.count && /^[0-9]+$/.test(found.dice)) {
    lines[0].cells[0] = `${found.count}×${found.dice}`;
    lines[0].name = found.name;
  }
  return lines;
}

/** A vehicle's save from the front, and from the side or rear. */
export function vehicle_save(found, game) {
  if (found.save === null) return { roll: BLANK, side: BLANK };
  const side = rolls.needed(found.save, game.vehicle_rules.side_or_rear_save_modifier);
  return { roll: `${found.save}+`, side: rolls.roll_text(side) };
}

function action_row(id, found, game) {
  const action = game.vehicle_actions.get(id);
  const speed = { full: found.full_speed_cm, combat: found.combat_speed_cm, none: 0 }[action.speed];
  const aimed = action.aimed_weapons ? `, ${action.aimed_weapons} at ${signed(action.aimed_to_hit_modifier)}` : "";
  return row([speed === null ? BLANK : speed ? distance(speed, game) : "—"], action.name, `fires ${action.fires}${aimed}`);
}

/** An inclusive range of rolls as printed: 1, 5–6, 8+. */
export function range_of(first, last) {
  return last === null ? `${first}+` : first === last ? String(first) : `${first}–${last}`;
}
