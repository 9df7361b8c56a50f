// Whole numbers and decimals → exact fractions, and back to text as Python writes it. No rounding in between.

/** @typedef {{n: bigint, d: bigint}} Fraction */

/** @returns {Fraction} a fraction in lowest terms */
export function fraction(n, d = 1n) {
  [n, d] = [BigInt(n), BigInt(d)];
  if (d < 0n) [n, d] = [-n, -d];
  let [a, b] = [n < 0n ? -n : n, d];
  while (b) [a, b] = [b, a % b];
  return a > 1n ? { n: n / a, d: d / a } : { n, d };
}

/** A decimal as JSON holds it, such as 0.5 or 1e-9, exactly. */
export function decimal(number) {
  const [digits, power = "0"] = String(number).split("e");
  const [whole, part = ""] = digits.split(".");
  const shift = Number(power) - part.length;
  return shift < 0 ? fraction(whole + part, 10n ** BigInt(-shift)) : fraction(BigInt(whole + part) * 10n ** BigInt(shift));
}

export const ZERO = fraction(0);
export const HALF = fraction(1, 2);
export const add = (a, b) => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
export const subtract = (a, b) => fraction(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a, b) => fraction(a.n * b.n, a.d * b.d);
export const over = (a, b) => fraction(a.n * b.d, a.d * b.n);
export const sum = (all) => all.reduce(add, ZERO);
export const same = (a, b) => a.n === b.n && a.d === b.d;
export const more = (a, b) => a.n * b.d > b.n * a.d;
export const floor = (a) => (a.n >= 0n ? a.n / a.d : -((-a.n + a.d - 1n) / a.d));
export const ceil = (a) => -floor({ n: -a.n, d: a.d });
export const whole = (a) => Number(a.n / a.d);
export const number = (a) => Number(a.n) / Number(a.d);

/** A number with so many decimals, exact halves to the even digit (Python's f"{x:.4f}"). */
export function fixed(x, places) {
  const shown = x.toFixed(places);
  const [kept, rest] = parted(Math.abs(x).toFixed(100), places);
  return halfway(rest) ? minus(x) + toEven(kept, shown.replace("-", "")) : shown;
}

/** A number with three significant digits and no trailing zeros (Python's f"{x:.3g}"). */
export function general(x) {
  if (x === 0) return "0";
  const shown = Math.abs(x).toExponential(2);
  const [kept, rest] = parted(Math.abs(x).toExponential(100).replace(/e.*/, ""), 2);
  const [digits, power] = shown.split("e");
  const chosen = halfway(rest) ? toEven(kept, digits) : digits;
  const place = Number(power);
  if (place < -4 || place > 2) return `${minus(x)}${trimmed(chosen)}e${place < 0 ? "-" : "+"}${String(Math.abs(place)).padStart(2, "0")}`;
  return minus(x) + trimmed(Number(`${chosen}e${power}`).toFixed(2 - place));
}

export const trimmed = (text) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
const minus = (x) => (x < 0 ? "-" : "");
const parted = (exact, places) => [exact.slice(0, exact.indexOf(".") + 1 + places), exact.slice(exact.indexOf(".") + 1 + places)];
const halfway = (rest) => /^50*$/.test(rest);
const toEven = (down, up) => (Number(down.at(-1)) % 2 ? up : down);
