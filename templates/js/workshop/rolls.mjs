// Modifiers → the roll a player needs, on one six-sided die; mirrors tools/kr16/rolls.py.

const SIDES = 6;
const added_up = (numbers) => numbers.reduce((a, b) => a + b, 0);

export const needed = (target, ...modifiers) => target - added_up(modifiers);

/** A needed roll as printed: "4+", "auto" where any roll will do, "—" where none can. */
export function roll_text(roll) {
  return roll <= 1 ? "auto" : roll <= SIDES ? `${roll}+` : "—";
}

/** Each effect that these abilities have on a kind of roll, in order. */
export function effects(abilities, game, roll) {
  return abilities.flatMap((id) => game.abilities.get(id).effects).filter((effect) => effect.roll === roll);
}

/** The sum of the modifiers that need no choice or circumstance, under an order or under none. */
export function certain(found, order = null) {
  return added_up(found.filter((e) => e.option === null && e.within_cm === null && (!e.orders.length || e.orders.includes(order))).map((e) => e.modifier));
}

/** The roll with which a squad passes an order. */
export function command(grade, order, game, shaken = false, abilities = []) {
  return needed(game.orders.get(order).difficulty, game.grades.get(grade).command_bonus, certain(effects(abilities, game, "command"), order), shaken && game.shooting.shaken_command_modifier);
}

/** The roll with which a crew acts. */
export function vehicle_command(grade, game, modifier = 0) {
  return needed(game.vehicle_rules.command_target, game.grades.get(grade).command_bonus, modifier);
}

/** The roll to hit for a firer of this grade at a target in a class of cover, or in the open. */
export function to_hit(grade, game, cover = null, abilities = [], modifier = 0) {
  const found = effects(abilities, game, "to-hit");
  const ignored = cover === null || found.some((e) => e.ignores_cover.includes("all") || e.ignores_cover.includes(cover));
  return needed(game.shooting.to_hit, game.grades.get(grade).attack_bonus, certain(found), modifier, ignored ? 0 : game.cover.get(cover).to_hit_modifier);
}

export function hand_to_hand(grade, game, abilities = []) {
  return needed(game.hand_to_hand.to_hit, game.grades.get(grade).attack_bonus, certain(effects(abilities, game, "hand-to-hand")));
}

export function leave_hand_to_hand(grade, game) {
  return needed(game.hand_to_hand.leave_roll, game.grades.get(grade).command_bonus);
}
