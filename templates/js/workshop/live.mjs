// Numbers of the rules → text as a reader sees them; mirrors tools/kr16/live.py.

import { add, decimal, floor, fraction, HALF, more, number, same, subtract, times, trimmed, over, ZERO } from "./fraction.mjs";

export const NBSP = "\u00a0";
const MINUS = "\u2212";
const ROUNDED_TO = { whole: fraction(1), half: HALF, quarter: fraction(1, 4), tenth: fraction(1, 10), none: fraction(1, 1000) };
const FRACTIONS = { "1/4": "¼", "1/2": "½", "3/4": "¾" };
const TIGHT = ["″", '"', "′"];

/** A distance of the rulebook, in cm, as these rules measure it, with its unit and kept on one line. */
export function distance(cm, game) {
  const scale = game.distances;
  const step = ROUNDED_TO[scale.round];
  let exact = times(fraction(cm), decimal(scale.per_cm));
  if (!same(exact, ZERO)) {
    const stepped = times(fraction(floor(add(over(exact, step), HALF))), step);
    exact = more(step, stepped) ? step : stepped;
  }
  const whole = floor(exact);
  const part = subtract(exact, fraction(whole));
  const signs = ["half", "quarter"].includes(scale.round) && FRACTIONS[`${part.n}/${part.d}`];
  const shown = signs ? `${whole || ""}${signs}` : `${whole}${trimmed(number(part).toFixed(3)).slice(1)}`;
  return `${shown}${TIGHT.includes(scale.unit) ? "" : NBSP}${scale.unit}`;
}

/** A modifier with its sign: +1, −1, +0. */
export function signed(modifier) {
  return modifier < 0 ? `${MINUS}${-modifier}` : `+${modifier}`;
}
