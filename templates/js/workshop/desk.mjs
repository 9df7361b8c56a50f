// The workshop's parts, laid out: the units, the bar above the fields, the fields, the card and the points.

import { button, el } from "./dom.mjs";
import { ForceBar } from "./force-bar.mjs";
import { UnitCard } from "./unit-card.mjs";
import { UnitEditor } from "./unit-editor.mjs";
import { UnitList } from "./unit-list.mjs";
import { UnitPoints } from "./unit-points.mjs";
import { Warning } from "./warning.mjs";

for (const [name, element] of [["kr-force-bar", ForceBar], ["kr-unit-list", UnitList], ["kr-unit-editor", UnitEditor], ["kr-unit-card", UnitCard], ["kr-unit-points", UnitPoints], ["kr-warning", Warning]]) {
  if (!customElements.get(name)) customElements.define(name, element);
}

/** Lay out the parts in a workshop, which has its game, schema, examples and base, and give it those that it fills. */
export function lay_out(shop) {
  const { game, schema, examples, base } = shop;
  const [bar, list, editor, card, points] = [new ForceBar(), new UnitList(), new UnitEditor(), new UnitCard(), new UnitPoints()];
  bar.use(schema, examples, `Rules: ${rules_of(game)}. Forces stay in this browser and go nowhere.`);
  editor.use(game, schema);
  card.use(base);
  const warning = el("kr-warning", { class: "kr-ws__warning", role: "alert", hidden: true });
  const spoken = el("p", { class: "kr-ws__spoken", role: "status" });
  const total = el("p", { class: "kr-ws__total" }, el("b", {}), el("span", {}));
  const row = (acts) => el("div", { class: "kr-ws__row" }, ...Object.entries(acts).map(([name, text]) => button(text, () => shop.act(name))));
  const tools = row({ earlier: "Earlier", later: "Later", copy: "Copy", remove: "Remove", house: "Save as a house rule" });
  const adders = row({ squad: "Add infantry", vehicle: "Add a vehicle" });
  const unit = el("section", { class: "kr-ws__unit", "aria-label": "Unit" }, el("h2", { text: "Unit", tabindex: -1 }), tools, editor);
  const result = el("section", { class: "kr-ws__result", "aria-label": "Card and points" }, el("h2", { text: "Card and points", tabindex: -1 }), card, points);
  const units = el("section", { class: "kr-ws__units", "aria-label": "Units" }, el("h2", { text: "Units" }), total, list, adders);
  // On a phone the fields stand far above the card: a line at its foot tells the points, and leads there.
  const lead = () => {
    result.scrollIntoView();
    result.firstChild.focus({ preventScroll: true });
  };
  const brief = button("", lead, { class: "kr-ws__button kr-ws__brief" });
  shop.replaceChildren(warning, el("div", { class: "kr-ws__desk" }, units, bar, unit, result), brief, spoken);
  Object.assign(shop, { warning, spoken, total, unit, result, brief, parts: { bar, list, editor, card, points } });
}

function rules_of({ title, version, credit }) {
  const rules = title === credit.title ? `${title} ${version}` : `${title}, on ${credit.title} ${version}`;
  const date = document.querySelector(".kr-footer time")?.textContent;
  return date ? `${rules}, of ${date}` : rules;
}
