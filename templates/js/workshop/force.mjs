// A unit of a force file → what is wrong with it, and what it costs and why; mirrors tools/kr16/force.py.

import { suggestion } from "./errors.mjs";
import { fraction } from "./fraction.mjs";
import { with_weapons } from "./game.mjs";
import * as points from "./points.mjs";

/** A unit as a file holds it, with everything that was left out filled in (model/force.py). */
export function unit_of(unit) {
  const { name, grade, commander = null, save = null, figures = null, weapons = [], abilities = [], vehicle = null, passengers = [], note = null } = unit;
  const carried = weapons.map(({ weapon, count = 1 }) => ({ weapon: weapon_of(weapon), count }));
  return { name, grade, commander, save, figures, weapons: carried, abilities, vehicle: vehicle === null || typeof vehicle === "string" ? vehicle : own_vehicle_of(vehicle), passengers, note };
}

function own_vehicle_of(own) {
  const mounts = (own.weapons ?? []).map(({ weapon, count = 1, name = null, abilities = [] }) => ({ weapon: weapon_of(weapon), count, name, abilities }));
  const { kind, chart = null, full_speed_cm = null, combat_speed_cm = null, save, abilities = [] } = own;
  return { kind, chart, full_speed_cm, combat_speed_cm, save, weapons: mounts, abilities };
}

function weapon_of(weapon) {
  if (typeof weapon !== "object") return weapon;
  const { name, range_cm, dv = null, category, abilities = [] } = weapon;
  return { name, range_cm, dv, category, abilities };
}

const unknown = (what, id, known) => `unknown ${what} '${id}'${suggestion(id, known)}`;

/** [path, message] for each way in which a unit breaks the rules or itself. */
export function unit_mistakes(unit, game) {
  const found = [];
  if (!game.grades.has(unit.grade)) found.push([["grade"], unknown("grade", unit.grade, game.grades)]);
  else if (unit.commander !== null) found.push(...commander(unit, game.grades, game.turn.commander_grades_above));
  return [...found, ...(unit.vehicle === null ? infantry(unit, game) : of_vehicle(unit, game))];
}

function commander(unit, known, above) {
  const grades = [...known.keys()];
  if (!known.has(unit.commander)) return [[["commander"], unknown("grade", unit.commander, known)]];
  const own = grades.indexOf(unit.grade);
  const allowed = grades.slice(own, own + above + 1);
  if (allowed.includes(unit.commander)) return [];
  return [[["commander"], `a commander may be at most ${above} grade above the unit, and not below it (got '${unit.commander}'); allowed: ${allowed.join(", ")}`]];
}

function infantry(unit, game) {
  const found = [];
  if (unit.passengers.length) found.push([["passengers"], "only a vehicle carries passengers"]);
  for (const key of ["save", "figures"]) {
    if (unit[key] === null) found.push([[key], `missing; infantry has ${key}, a vehicle has \`vehicle\``]);
  }
  if (unit.save !== null && !game.infantry_saves.has(String(unit.save))) {
    found.push([["save"], `no such infantry save (got ${unit.save}); known: ${[...game.infantry_saves.keys()].join(", ")}`]);
  }
  unit.weapons.forEach(({ weapon, count }, index) => {
    found.push(...of_weapon(weapon, game, ["weapons", String(index), "weapon"]));
    if (unit.figures !== null && count > unit.figures) {
      found.push([["weapons", String(index), "count"], `more than the figures that could carry it (got ${count}); at most ${unit.figures}`]);
    }
  });
  return [...found, ...of_abilities(unit.abilities, "figure", game, ["abilities"])];
}

function of_weapon(weapon, game, path) {
  if (typeof weapon !== "string") return of_abilities(weapon.abilities, "weapon", game, [...path, "abilities"]);
  if (game.weapons.has(weapon)) return [];
  return [[path, unknown("weapon", weapon, game.weapons)]];
}

function of_abilities(ids, kind, game, path) {
  const known = new Map([...game.abilities].filter(([, ability]) => ability.kind === kind));
  return ids.flatMap((id, index) => {
    const place = [...path, String(index)];
    if (game.abilities.has(id) && !known.has(id)) {
      return [[place, `'${id}' is an ability of a ${game.abilities.get(id).kind}; expected one of a ${kind}${suggestion(id, known)}`]];
    }
    if (!known.has(id)) return [[place, unknown("ability", id, known)]];
    return ids.indexOf(id) < index ? [[place, `'${id}' stands twice; keep one`]] : [];
  });
}

function of_vehicle(unit, game) {
  const found = [];
  for (const key of ["commander", "save", "figures", "weapons", "abilities"]) {
    if (Array.isArray(unit[key]) ? unit[key].length : unit[key]) found.push([[key], "only infantry has this; a vehicle's own stands under `vehicle`"]);
  }
  const own = unit.vehicle;
  if (typeof own !== "string") return [...found, ...own_mistakes(own, game)];
  if (!game.vehicles.has(own)) found.push([["vehicle"], unknown("vehicle", own, game.vehicles)]);
  return found;
}

function own_mistakes(own, game) {
  const found = [];
  const say = (key, message) => found.push([["vehicle", key], message]);
  const { full_speed_cm: full, combat_speed_cm: combat } = own;
  if (!game.vehicle_kinds.has(own.kind)) say("kind", unknown("kind", own.kind, game.vehicle_kinds));
  if (own.chart !== null && !game.damage_charts.has(own.chart)) say("chart", unknown("damage chart", own.chart, game.damage_charts));
  if (!game.vehicle_saves.has(String(own.save))) say("save", `no such vehicle save (got ${own.save}); known: ${[...game.vehicle_saves.keys()].join(", ")}`);
  if (full === null && combat === null) say("full_speed_cm", "missing; a vehicle has a full speed, or a flyer a combat speed");
  else if (full !== null && combat !== null && combat > full) say("combat_speed_cm", `faster than full speed (got ${combat}); at most ${full}`);
  own.weapons.forEach((mount, index) => {
    const path = ["vehicle", "weapons", String(index)];
    found.push(...of_weapon(mount.weapon, game, [...path, "weapon"]), ...of_abilities(mount.abilities, "weapon", game, [...path, "abilities"]));
  });
  return [...found, ...of_abilities(own.abilities, "vehicle", game, ["vehicle", "abilities"])];
}

/** [path, message] for each passenger that is no squad of the force, or is aboard a vehicle `before` or this one already. */
export function passenger_mistakes(unit, names, before = []) {
  const count = (list, name) => list.filter((one) => one === name).length;
  return unit.passengers.flatMap((name, index) => {
    const wrong = (message) => [[["passengers", String(index)], message]];
    if (!names.includes(name)) return wrong(`no squad of this force is called '${name}'${suggestion(name, names)}`);
    return count([...before, ...unit.passengers.slice(0, index + 1)], name) > count(names, name) ? wrong(`'${name}' is aboard already; keep one`) : [];
  });
}

/** A unit and its game with the unit's own weapons among the game's, under ids that no file can hold. */
export function armed(unit, game) {
  const own = unit.vehicle !== null && typeof unit.vehicle !== "string";
  const holder = own ? unit.vehicle : unit;
  const made = new Map();
  const weapons = holder.weapons.map((carried, index) => {
    if (typeof carried.weapon === "string") return carried;
    made.set(`own:${index}`, { ...carried.weapon, loads: [], statistics: "printed", price: null });
    return { ...carried, weapon: `own:${index}` };
  });
  if (!made.size) return [unit, game];
  const held = { ...holder, weapons };
  return [own ? { ...unit, vehicle: held } : held, with_weapons(game, made)];
}

/** The vehicle a unit is, a player's own one with its combat speed filled in. */
export function vehicle_of(unit, game) {
  const own = unit.vehicle;
  if (typeof own === "string") return game.vehicles.get(own);
  return { ...own, name: unit.name, combat_speed_cm: own.combat_speed_cm ?? combat_speed(own.full_speed_cm, game), statistics: "printed" };
}

/** The combat speed that goes with a full speed. */
export const combat_speed = (full, game) => Math.floor((full * game.vehicle_rules.combat_speed_percent) / 100);

/** The lines of what a unit costs in play. */
export function price(unit, game) {
  [unit, game] = armed(unit, game);
  if (unit.vehicle === null) return checked_squad(unit, game);
  const vehicle = vehicle_of(unit, game);
  const printed = typeof unit.vehicle === "string" ? vehicle.printed_price : null;
  if (printed !== null && (vehicle.statistics === "not printed" || unit.grade === game.vehicle_rules.catalogue_grade)) {
    return [points.line(unit.vehicle, `${vehicle.name}, as printed`, fraction(printed))];
  }
  return points.vehicle(vehicle, unit.grade, game);
}

function checked_squad(unit, game) {
  const led = unit.commander !== null && unit.commander !== unit.grade;
  const others = unit.figures - (led ? 1 : 0);
  const grade = game.grades.get(unit.grade);
  const lines = [];
  if (others) lines.push(points.line("grade", `${others} × ${grade.name}`, fraction(others * grade.points)));
  if (led) lines.push(points.line("commander", `${game.grades.get(unit.commander).name} commander`, fraction(game.grades.get(unit.commander).points)));
  lines.push(points.line("save", `${unit.figures} × save of ${unit.save}+`, fraction(unit.figures * game.infantry_saves.get(String(unit.save)).points)));
  for (const { weapon: id, count } of unit.weapons) {
    const weapon = game.weapons.get(id);
    const within = weapon.statistics === "printed" ? points.small_arm(weapon, game) : [];
    lines.push(points.line(id, `${count} × ${weapon.name}`, fraction(count * game.price_of(id)), within));
  }
  for (const id of unit.abilities) {
    const ability = game.abilities.get(id);
    const count = ability.held_by === "every figure" ? unit.figures : 1;
    lines.push(points.line(id, count > 1 ? `${count} × ${ability.name}` : ability.name, fraction(count * points.ability(id, game))));
  }
  return lines;
}
