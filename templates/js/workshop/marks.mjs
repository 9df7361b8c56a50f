// A unit, even one that is not right yet → what is unusual about it, and what its weapons forbid: allowed, but said at the field.

import { applying } from "./weapons.mjs";

/** [path, words] for everything a player should know before the game. */
export function marks(unit, game) {
  return unit.vehicle === null ? of_squad(unit, game) : typeof unit.vehicle === "string" ? [] : of_own_vehicle(unit.vehicle, game);
}

function of_squad(unit, game) {
  const found = [];
  const carried = unit.weapons.map(({ weapon }) => (typeof weapon === "string" ? game.weapons.get(weapon) : weapon));
  if (unit.figures > game.turn.squad_figures) found.push([["figures"], `Unusual: most squads have ${game.turn.squad_figures} figures.`]);
  if (unit.commander !== null && unit.commander === unit.grade) found.push([["commander"], "The squad's own grade: it changes nothing."]);
  carried.forEach((weapon, index) => {
    const path = ["weapons", String(index), "weapon"];
    if (weapon?.category === "vehicle-weapon") found.push([path, "Unusual: a vehicle weapon, carried by a figure."]);
    found.push(...weapon_said(weapon, game, false).map((words) => [path, words]));
  });
  return found;
}

function of_own_vehicle(own, game) {
  const found = [];
  const kind = game.vehicle_kinds.get(own.kind);
  if (kind?.flies && own.full_speed_cm !== null) found.push([["vehicle", "full_speed_cm"], "Unusual: a flyer has a combat speed only."]);
  if (kind && !kind.flies && own.full_speed_cm === null && own.combat_speed_cm !== null) found.push([["vehicle", "full_speed_cm"], "Unusual: no full speed; it is priced as if it had the one that goes with its combat speed."]);
  own.weapons.forEach((mount, index) => {
    const weapon = typeof mount.weapon === "string" ? game.weapons.get(mount.weapon) : mount.weapon;
    found.push(...weapon_said(weapon, game, true).map((words) => [["vehicle", "weapons", String(index), "weapon"], words]));
  });
  return found;
}

/** What a weapon may not do as it is used here ("Minigun: never with Aimed Fire"), and one of the player's own that does nothing. */
function weapon_said(weapon, game, mounted) {
  if (!weapon) return [];
  const idle = weapon.id || weapon.dv || weapon.abilities.length ? [] : ["Unusual: without a Damage Value or an ability it harms nothing."];
  const forbidden = applying(weapon.abilities.filter((id) => game.abilities.has(id)), game, mounted)
    .flatMap((id) => game.abilities.get(id).forbids_orders)
    .map((order) => `The rules forbid it ${game.orders.get(order)?.name ?? order}${mounted ? "" : " while it is carried by hand"}.`);
  return [...idle, ...forbidden];
}
