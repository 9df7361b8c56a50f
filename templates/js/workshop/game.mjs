// ruleset.json → the game: tables by id, in order, and what a weapon costs in play; mirrors tools/kr16/game.py.

import { small_arm, total, vehicle_weapon } from "./points.mjs";

const TABLES = ["orders", "grades", "cover", "weapons", "abilities", "vehicle_actions", "vehicle_kinds", "vehicles", "damage_charts"];

/** The game of a published ruleset. */
export function game_of(ruleset) {
  const game = { ...ruleset };
  for (const name of TABLES) game[name] = new Map(ruleset[name].map((record) => [record.id, record]));
  for (const name of ["infantry_saves", "vehicle_saves"]) game[name] = new Map(ruleset[name].map((row) => [String(row.save), row]));
  for (const [id, ability] of game.abilities) game.abilities.set(id, { ...ability, effects: listed(ability.effects) });
  for (const [id, order] of game.orders) game.orders.set(id, { ...order, reactions: listed(order.reactions) });
  if (game.before) game.before = game_of(game.before);
  return priced(game);
}

/** The same game with more weapons; what they cost is worked out. */
export function with_weapons(game, weapons) {
  return priced({ ...game, weapons: new Map([...game.weapons, ...weapons]) });
}

const listed = (table) => (Array.isArray(table) ? table : []);

function priced(game) {
  /** What a weapon costs in play: as published where it is used as intended, else by the formula. */
  game.price_of = (id, mounted = false, extra = []) => {
    const weapon = game.weapons.get(id);
    const official = mounted === (weapon.category === "vehicle-weapon") && !extra.length;
    if ((official && weapon.price !== null) || weapon.statistics === "not printed") return weapon.price;
    return total(mounted ? vehicle_weapon(weapon, game, extra) : small_arm(weapon, game));
  };
  return game;
}
