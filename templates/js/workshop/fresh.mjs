// A game → what a player begins with: a squad, a vehicle, a weapon and a vehicle of their own.

import { combat_speed } from "./force.mjs";
import { filled } from "./state.mjs";

const first = (table) => table.keys().next().value;
const usual_grade = ({ grades, vehicle_rules: { catalogue_grade } }) => (grades.has(catalogue_grade) ? catalogue_grade : first(grades));

export const new_squad = (name, game) => ({ name, grade: usual_grade(game), save: Number(first(game.infantry_saves)), figures: game.turn.squad_figures });
export const new_vehicle = (name, game) => ({ name, grade: usual_grade(game), vehicle: first(game.vehicles) });

/** The first weapon that a squad may carry, or a vehicle mount. */
export function usual_weapon(unit, game) {
  const category = unit.vehicle === undefined ? "small-arm" : "vehicle-weapon";
  const known = [...game.weapons.values()].filter((one) => one.range_cm !== null);
  return known.find((one) => one.category === category) ?? known[0];
}

/** The same under another name. */
export function own_weapon(unit, game) {
  const { range_cm, dv, category } = usual_weapon(unit, game);
  return { name: "Own weapon", range_cm, ...(dv ? { dv } : {}), category };
}

/** A design like the vehicle that was chosen, or the first of the list. */
export function own_vehicle(unit, game) {
  const known = [...game.vehicles.values()].filter((one) => one.save !== null);
  const like = known.find((one) => one.id === unit.vehicle) ?? known[0];
  const usual = game.vehicle_kinds.get(like.kind);
  const weapons = like.weapons.map(({ weapon, count, name, abilities }) => filled({ weapon, count: count > 1 ? count : null, name, abilities }));
  const { kind, full_speed_cm, save } = like;
  const chart = like.chart === usual.chart ? null : like.chart;
  const combat_speed_cm = combat_speed(full_speed_cm, game) === like.combat_speed_cm ? null : like.combat_speed_cm;
  return filled({ kind, chart, full_speed_cm, combat_speed_cm, save, weapons, abilities: like.abilities.filter((id) => !usual.abilities.includes(id)) });
}
