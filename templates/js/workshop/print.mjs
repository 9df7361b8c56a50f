// The bare print page: the force in the address → sheets of cards, a summary, reference cards, at their true size.

import { card as drawn, rows } from "./card-template.mjs";
import { card } from "./cards.mjs";
import { button, el, parsed } from "./dom.mjs";
import { evaluator } from "./evaluate.mjs";
import { game_of } from "./game.mjs";
import { summary } from "./handouts.mjs";
import { unpack } from "./share.mjs";
import { grid, lines } from "./sheets.mjs";
import { signed_card, signed_summary } from "./signs.mjs";
import { fitted } from "./split.mjs";

const BASE = new URL("../", document.baseURI);
const ICON_FILES = new URL("assets/icons/", BASE).href;
const SVG = "http://www.w3.org/2000/svg";
const [sheets, status, form] = [".kr-sheets", "[role=status]", "form"].map((one) => document.querySelector(one));
const CHOICES = [
  ["what", "Print", [["cards", "Cards"], ["summary", "Summary"], ["reference", "Reference cards"]]],
  ["paper", "Paper", [["a4", "A4"], ["letter", "Letter"]]],
  ["size", "Size of cards", []],
  ["marks", "Lines to cut along", [["none", "around the cards"], ["short", "short crop marks"], ["full", "long crop marks"]]],
];

const fetched = async (uri) => (await fetch(new URL(uri, BASE))).json();

/** Both pages load one script; this part is for the page with sheets. */
async function begin() {
  const word = /^#f=([\w-]*)/.exec(location.hash)?.[1];
  if (!sheets || !word) return;
  const [ruleset, { schema, house }, print] = await Promise.all(["data/ruleset.json", "data/workshop.json", "data/print.json"].map(fetched));
  const { force, problems } = await unpack(word, schema);
  if (problems) {
    status.textContent = problems.slice(0, 5).join(". ");
    return;
  }
  const game = game_of({ ...ruleset, ...house });
  const evaluated = evaluator(game, schema);
  const right = force.units.map((plain) => evaluated(plain).unit).filter(Boolean);
  await document.fonts.ready;
  await Promise.all(["500 7pt 'KR Card'", "700 7pt 'KR Card Strong'", "600 7pt 'KR Dice'"].map((font) => document.fonts.load(font)));
  const draw = () => show(Object.fromEntries(new FormData(form)), { force, right, left_out: force.units.length - right.length, game, print });
  controls(print, draw);
  draw();
}

function controls(print, draw) {
  const sizes = print.sizes.map(({ name, width, height }) => [name, `${name} ${width} × ${height} mm`]);
  const choices = CHOICES.map(([name, label, known]) => el("div", {}, el("label", { for: name, text: label }), el("select", { id: name, name }, ...(known.length ? known : sizes).map(([value, text]) => el("option", { value, text })))));
  const saver = el("label", {}, el("input", { type: "checkbox", name: "saver" }), " Save ink: no tint");
  form.replaceChildren(...choices, saver, button("Print", () => window.print()));
  form.addEventListener("change", draw);
  form.addEventListener("submit", (event) => event.preventDefault());
}

function show(chosen, { force, right, left_out, game, print }) {
  const size = print.sizes.find((one) => one.name === chosen.size);
  const paper = print.papers[chosen.paper];
  document.body.classList.toggle("kr-saver", chosen.saver === "on");
  const cards = chosen.what === "reference" ? print.reference : right.map((unit) => signed_card((rules) => card(unit, rules), game));
  if (chosen.what === "summary") {
    styles(size, paper, true);
    sheets.replaceChildren(summed(signed_summary((rules) => summary(force, right, rules), game), paper));
    report("The summary", left_out);
    return;
  }
  const places = grid(paper, size, print.margin);
  styles(size, places.paper, false);
  const parts = fitted(cards, measure).flat();
  const made = [];
  for (let at = 0; at < parts.length; at += places.places) made.push(sheet(parts.slice(at, at + places.places), places, size, chosen.marks, print.margin));
  sheets.replaceChildren(...made);
  report(`${parts.length} card${parts.length === 1 ? "" : "s"} on ${made.length} sheet${made.length === 1 ? "" : "s"}`, left_out);
}

function report(text, left_out) {
  status.textContent = `${text}. Print at actual size (100 %), without the browser's own margins and headers.${left_out ? ` ${left_out} left out: not right yet.` : ""}`;
}

function styles(size, paper, margins) {
  let style = document.querySelector("style");
  style ??= document.head.appendChild(el("style"));
  style.textContent = `${size.css}@page { size: ${paper[0]}mm ${paper[1]}mm; margin: ${margins ? "14mm 12mm 16mm" : "0"} }`;
}

/** Where each card's lines begin, then where its text ends and its notice begins, in mm. */
function measure(cards) {
  sheets.replaceChildren(...cards.map(element));
  return [...sheets.children].map((one) => {
    const inside = [...one.querySelectorAll(":scope > p:not(.kr-card__end), .kr-rows p")];
    const notice = inside.pop();
    const ends = [...inside.map((line) => line.getBoundingClientRect().top), (inside.at(-1) ?? one.firstElementChild).getBoundingClientRect().bottom, notice.getBoundingClientRect().top];
    return ends.map((end) => ((end - one.getBoundingClientRect().top) * 25.4) / 96);
  });
}

const element = (one) => parsed(drawn(one, ICON_FILES)).firstElementChild;

function sheet(cards, places, size, marks, margin) {
  const [width, height] = places.paper;
  const cut = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" })) cut.setAttribute(name, value);
  for (const [x1, y1, x2, y2] of lines(places, cards.length, size, marks, margin)) {
    const line = cut.appendChild(document.createElementNS(SVG, "line"));
    for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) line.setAttribute(name, value);
  }
  const made = cards.map((one, place) => {
    const [left, top] = places.corner(place);
    const holder = el("div", { class: "kr-sheet__place" }, element(one));
    Object.assign(holder.style, { left: `${left}mm`, top: `${top}mm`, width: `${size.width}mm`, height: `${size.height}mm` });
    return holder;
  });
  const found = el("section", { class: "kr-sheet" }, ...made, cut);
  Object.assign(found.style, { width: `${width}mm`, height: `${height}mm` });
  return found;
}

function summed(found, paper) {
  const made = el("section", { class: "kr-summary" }, el("h2", { text: found.name }), el("p", { class: "kr-summary__type", text: found.type }));
  made.append(parsed(found.sections.filter((one) => one.rows.length).map((one) => rows(one)).join("")), el("p", { class: "kr-summary__notice", text: found.notice }));
  made.style.width = `${paper[0] - 24}mm`;
  return made;
}

begin();
