// <kr-unit-list>: the units of a force in order, each with its points. Tells `action` with a name.

import { act, el, say } from "./dom.mjs";
import { wrong_of } from "./evaluate.mjs";
import { open } from "./state.mjs";

export class UnitList extends HTMLElement {
  /** Show the units; only the rows that differ are made anew. */
  show(state, evaluated) {
    const { current, selected } = state;
    const doc = open(state);
    this.list ??= this.appendChild(el("ol", { class: "kr-units" }));
    doc.units.forEach((entry, index) => this.row(entry, index, index === selected, evaluated, doc));
    while (this.list.children.length > doc.units.length) this.list.lastElementChild.remove();
    // Who scrolls the list while a unit is changed stays where they are.
    const shown = [current, selected, doc.units.length].join();
    if (shown !== this.shown) this.bring(this.list.children[selected]);
    this.shown = shown;
  }

  /** Bring a row in sight within the list, where that scrolls; the page stays where it is. */
  bring(row) {
    if (!row || this.scrollHeight <= this.clientHeight) return;
    const [place, its] = [this, row].map((one) => one.getBoundingClientRect());
    this.scrollTop += Math.min(0, its.top - place.top) + Math.max(0, its.bottom - place.bottom);
  }

  row(entry, index, chosen, evaluated, doc) {
    const row = this.list.children[index] ?? this.list.appendChild(made(index));
    if (row.entry === entry.unit && row.chosen === chosen && !entry.unit.passengers) return;
    const found = evaluated(entry.unit);
    const press = row.firstElementChild;
    const [name, remark, points] = press.children;
    say(name, entry.unit.name ?? "");
    say(remark, wrong_of(doc, entry.unit, found).length ? "not right yet" : found.marks.some(([, words]) => words.startsWith("Unusual")) ? "unusual" : "");
    say(points, found.mistakes.length ? "–" : String(found.total));
    press.setAttribute("aria-current", String(chosen));
    Object.assign(row, { entry: entry.unit, chosen });
  }
}

function made(index) {
  const press = el("button", { type: "button", class: "kr-units__one", on: { click: () => act(press, "unit", index) } }, el("span", { class: "kr-units__name" }), el("span", { class: "kr-units__remark" }), el("b", {}));
  return el("li", {}, press);
}
