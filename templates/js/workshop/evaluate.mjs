// A unit of a document and the game → all that the page says of it: mistakes, marks, points with the working.

import { passenger_mistakes, price, unit_mistakes, unit_of } from "./force.mjs";
import { marks } from "./marks.mjs";
import { total } from "./points.mjs";
import { form_mistakes, grave } from "./schema.mjs";

/** An evaluator of units; what it found for a unit it does not work out again. */
export function evaluator(game, schema) {
  const known = new WeakMap();
  const one = (plain) => {
    const form = form_mistakes(plain, schema.$defs.Unit, schema);
    const unit = grave(form).length ? null : unit_of(plain);
    const mistakes = form.length ? form : unit_mistakes(unit, game);
    const lines = mistakes.length ? [] : price(unit, game);
    return { unit: mistakes.length ? null : unit, mistakes, marks: unit ? marks(unit, game) : [], lines, total: total(lines) };
  };
  return (plain) => {
    if (!known.has(plain)) known.set(plain, one(plain));
    return known.get(plain);
  };
}

/** The whole of a force: points, the limit, how many units are not right. */
export function sum_of(doc, evaluated) {
  const points = doc.units.reduce((sum, { unit }) => sum + evaluated(unit).total, 0);
  const limit = doc.head.points_limit;
  const left = !Number.isInteger(limit) || limit < 0 ? "" : points > limit ? `, ${points - limit} over the limit of ${limit}` : `, ${limit - points} left of ${limit}`;
  return { points, left, over: points > limit, wrong: doc.units.filter(({ unit }) => wrong_of(doc, unit, evaluated(unit)).length).length };
}

/** All that is wrong with a unit: by itself, and beside the others. */
export const wrong_of = (doc, plain, { mistakes }) => [...mistakes, ...aboard(doc, plain)];

/** What is wrong between units: a vehicle's passengers who are nobody. */
function aboard(doc, plain) {
  if (!plain.passengers?.length || !plain.vehicle) return [];
  const units = doc.units.map(({ unit }) => unit);
  const before = units.slice(0, units.indexOf(plain)).flatMap(({ vehicle, passengers }) => (vehicle && passengers) || []);
  return passenger_mistakes(plain, units.filter(({ vehicle }) => !vehicle).map(({ name = "" }) => name), before);
}
