// Weapons as rows of a card: range, dice and the rolls to hit, for any firer; mirrors tools/kr16/context/weapons.py.

import { distance } from "./live.mjs";
import { effects, roll_text, to_hit } from "./rolls.mjs";

export const BLANK = "?";

/** The abilities that count where the weapon is used: in hand, or on a vehicle. */
export function applying(ids, game, mounted) {
  return ids.filter((id) => ["always", mounted ? "mounted" : "carried"].includes(game.abilities.get(id).applies));
}

/** Whether an ability does nothing but change rolls that a card shows with the change in them. */
export function counted(id, game) {
  const ability = game.abilities.get(id);
  const plain = ability.effects.every((e) => ["to-hit", "hand-to-hand", "command"].includes(e.roll) && e.option === null && e.within_cm === null && e.reroll === null && !(e.roll === "to-hit" && e.orders.length));
  return ability.effects.length > 0 && plain && !ability.forbids_orders.length && ability.harms_saves_from === null;
}

export function dice_text(weapon, count = 1) {
  if (weapon.statistics === "not printed") return BLANK;
  return weapon.dv ? String(weapon.dv * count) : "—";
}

export function range_text(weapon, game) {
  return weapon.range_cm === null ? BLANK : distance(weapon.range_cm, game);
}

/** The rolls to hit in the open and in each class of cover; blanks where nothing is rolled. */
export function hit_rolls(grade, weapon, abilities, game, modifier = 0) {
  const covers = [null, ...game.cover.keys()];
  if (!weapon.dv) return covers.map(() => (weapon.statistics === "printed" ? "" : BLANK));
  return covers.map((cover) => roll_text(to_hit(grade, game, cover, abilities, modifier)));
}

/** The rows for so many of a weapon: one, or one for each weapon that it loads. */
export function fired(id, count, grade, game, mounted, extra = [], name = null) {
  const weapon = game.weapons.get(id);
  const called = name || weapon.name;
  if (!weapon.loads.length) return [weapon_row(weapon, count, grade, game, mounted, extra, called)];
  const own = weapon.abilities.filter((a) => game.abilities.get(a).sign !== "none");
  return weapon.loads.map((load) => {
    const loaded = game.weapons.get(load);
    const as = { ...weapon, dv: loaded.dv, abilities: [...own, ...loaded.abilities], loads: [] };
    return weapon_row(as, count, grade, game, mounted, extra, `${called}: ${loaded.name}`);
  });
}

function weapon_row(weapon, count, grade, game, mounted, extra, name) {
  const abilities = applying([...weapon.abilities, ...extra], game, mounted);
  const options = new Map();
  for (const { option, modifier } of effects(abilities, game, "to-hit")) {
    if (option !== null && modifier) options.set(option, (options.get(option) ?? 0) + modifier);
  }
  return {
    name,
    count: count > 1 ? String(count) : "",
    range: range_text(weapon, game),
    dice: dice_text(weapon, mounted ? 1 : count),
    rolls: hit_rolls(grade, weapon, abilities, game),
    options: weapon.dv ? [...options].map(([option, modifier]) => ({ name: option, rolls: hit_rolls(grade, weapon, abilities, game, modifier) })) : [],
    notes: abilities.filter((a) => !counted(a, game)).map((a) => game.abilities.get(a).card),
  };
}
