// <kr-unit-points>: what a unit costs, line by line, as in the rulebook's examples.

import { el, put } from "./dom.mjs";
import { fraction, same, sum, times } from "./fraction.mjs";
import { points_text } from "./points.mjs";

export class UnitPoints extends HTMLElement {
  show(found) {
    put(this, el("div", {}, working(found)));
  }
}

function working({ lines, total, mistakes }) {
  if (mistakes.length) return el("p", { text: "Not right yet: the fields say why." });
  const rows = lines.flatMap((line) => [line_row(line), ...(line.lines.length > 1 ? lines_within(line) : [])]);
  return el("table", { class: "kr-cost" }, el("caption", { text: "Points, line by line" }), el("tbody", {}, ...rows), el("tfoot", {}, line_row({ label: "Together", points: fraction(total) })));
}

function line_row(line, inner = false) {
  return el("tr", { class: inner ? "kr-cost__within" : null }, el("th", { scope: "row", text: line.label }), el("td", { text: points_text(line.points).replaceAll("-", "−") }));
}

/** The lines within a line, for one of its kind; a printed price that differs from them is said. */
function lines_within(line) {
  const one = sum(line.lines.map((inner) => inner.points));
  const count = Number(/^(\d+) × /.exec(line.label)?.[1] ?? 1);
  const printed = !same(times(one, fraction(count)), line.points);
  const said = (text) => el("tr", { class: "kr-cost__within" }, el("th", { scope: "row", colspan: 2, text }));
  return [...(count > 1 ? [said("each:")] : []), ...line.lines.map((inner) => line_row(inner, true)), ...(printed ? [said("The rulebook prints another price, and that one counts.")] : [])];
}
