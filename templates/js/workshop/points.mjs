// Statistics → points, with the working line by line; mirrors tools/kr16/points.py.
// A line is {part, label, points, lines}, its points an exact fraction.

import { add, ceil, fixed, floor, fraction, general, HALF, number, over, same, subtract, sum, times, whole, ZERO } from "./fraction.mjs";

const ROUND = { up: (x) => fraction(ceil(x)), down: (x) => fraction(floor(x)), nearest: (x) => fraction(floor(add(x, HALF))), none: (x) => x };

export const line = (part, label, points, lines = []) => ({ part, label, points, lines });
export const total = (lines) => whole(sum(lines.map((one) => one.points)));

export function rounded(points, rounding) {
  return ROUND[rounding](points);
}

/** Price a distance: so many points for each step of so many cm. */
export function steps(distance, table) {
  return rounded(times(over(distance, fraction(table.step_cm)), fraction(table.points)), table.rounding);
}

export function dv_points(dv, table, beyond) {
  const last = Object.keys(table).length;
  if (dv <= last) return fraction(table[dv]);
  return fraction(BigInt(table[last]) * BigInt(beyond) ** BigInt(dv - last));
}

/** +1, −1 or 0: how an ability counts as carried, or mounted. */
export function sign(ability, carried) {
  if (!["always", carried ? "carried" : "mounted"].includes(ability.applies)) return 0;
  return { positive: 1, negative: -1, none: 0 }[ability.sign];
}

/** What an ability adds or takes: its own points or the usual ones, an exact fraction, by its sign, where it applies. */
const worth = (ability, usual, carried) => times(fraction(sign(ability, carried)), ability.points === null ? usual : fraction(ability.points));

export function dice(weapon, game) {
  const loaded = Math.max(0, ...weapon.loads.map((id) => game.weapons.get(id).dv ?? 0));
  return weapon.dv || loaded || null;
}

function range_and_dice(weapon, costs, game) {
  const lines = [line("range", `${weapon.range_cm} cm of range`, steps(fraction(weapon.range_cm), costs.range))];
  const dv = dice(weapon, game);
  if (dv) lines.push(line("dv", `DV ${dv}`, dv_points(dv, costs.dv, costs.dv_beyond_factor)));
  return lines;
}

/** Price a weapon that a figure carries. */
export function small_arm(weapon, game) {
  const costs = game.points.infantry;
  const lines = range_and_dice(weapon, costs, game);
  for (const id of weapon.abilities) {
    const found = game.abilities.get(id);
    if (sign(found, true)) lines.push(line(id, found.name, worth(found, fraction(costs.ability_points), true)));
  }
  return lines;
}

/** Price a weapon that a vehicle mounts, `extra` abilities included. */
export function vehicle_weapon(weapon, game, extra = []) {
  const lines = range_and_dice(weapon, game.points.vehicle, game);
  return [...lines, ...percentages(lines, [...weapon.abilities, ...extra], game)];
}

function percentages(lines, abilities, game) {
  const costs = game.points.vehicle;
  const base = sum(lines.map((one) => one.points));
  const added = [];
  for (const id of abilities) {
    const found = game.abilities.get(id);
    const counts = sign(found, false);
    if (!counts) continue;
    const share = found.points === null ? ` (${counts > 0 ? "+" : "−"}${costs.ability_percent} % of ${points_text(base)})` : "";
    added.push(line(id, found.name + share, worth(found, times(base, fraction(costs.ability_percent, 100)), false)));
  }
  const exact = add(base, sum(added.map((one) => one.points)));
  const difference = subtract(rounded(exact, costs.rounding), exact);
  if (!same(difference, ZERO)) added.push(line("rounding", "Rounding", difference));
  return added;
}

/** Points as a reader sees them: whole, or with as many decimals as they need. */
export function points_text(points) {
  return points.d === 1n ? String(points.n) : fixed(number(points), 4).replace(/0+$/, "");
}

/** The points of a figure's ability: its own cost or the usual one, by its sign. */
export function ability(id, game) {
  return whole(worth(game.abilities.get(id), fraction(game.points.infantry.ability_points), true));
}

export function command_roll(grade, game) {
  return Math.min(6, Math.max(2, game.vehicle_rules.command_target - game.grades.get(grade).command_bonus));
}

/** The full speed a vehicle is priced at: a flyer's is worked back from its combat speed. */
export function full_speed(vehicle, game) {
  if (vehicle.full_speed_cm !== null) return fraction(vehicle.full_speed_cm);
  return fraction(vehicle.combat_speed_cm * 100, game.vehicle_rules.combat_speed_percent);
}

/** The ids of all a vehicle's abilities: its kind's, then its own. */
export function abilities_of(vehicle, game) {
  return [...new Set([...game.vehicle_kinds.get(vehicle.kind).abilities, ...vehicle.abilities])];
}

/** Price a vehicle with a crew of this grade. */
export function vehicle(vehicle, grade, game) {
  const costs = game.points.vehicle;
  const roll = command_roll(grade, game);
  const speed = full_speed(vehicle, game);
  const label = vehicle.full_speed_cm !== null ? `Full speed ${points_text(speed)} cm` : `Combat speed ${vehicle.combat_speed_cm} cm, as full speed ${general(number(speed))} cm`;
  const lines = [
    line("command-roll", `${game.grades.get(grade).name} crew, command roll ${roll}+`, fraction(costs.command_roll[roll])),
    line("save", `Save of ${vehicle.save}+`, fraction(game.vehicle_saves.get(String(vehicle.save)).points)),
    line("speed", label, steps(speed, costs.speed)),
    ...vehicle.weapons.map((mount) => mounted(mount, game)),
  ];
  return [...lines, ...percentages(lines, abilities_of(vehicle, game), game)];
}

function mounted(mount, game) {
  const weapon = game.weapons.get(mount.weapon);
  const one = game.price_of(mount.weapon, true, mount.abilities);
  const label = mount.name || weapon.name;
  const within = weapon.statistics === "printed" ? vehicle_weapon(weapon, game, mount.abilities) : [];
  return line(mount.weapon, mount.count > 1 ? `${mount.count} × ${label}` : label, fraction(one * mount.count), within);
}
