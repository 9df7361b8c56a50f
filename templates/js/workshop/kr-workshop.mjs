// <kr-workshop base="../../">: builds units and forces under the rules this site publishes; `base` leads to the site's root.

import { button, download, el, say } from "./dom.mjs";
import { alike, document_of, force_of, read, text_of } from "./document.mjs";
import { evaluator, sum_of, wrong_of } from "./evaluate.mjs";
import { ForceBar } from "./force-bar.mjs";
import * as fresh from "./fresh.mjs";
import { game_of } from "./game.mjs";
import { house_rule, house_weapon } from "./house.mjs";
import { pack, unpack } from "./share.mjs";
import * as states from "./state.mjs";
import { keeper, readable } from "./store.mjs";
import { UnitCard } from "./unit-card.mjs";
import { UnitEditor } from "./unit-editor.mjs";
import { UnitList } from "./unit-list.mjs";
import { UnitPoints } from "./unit-points.mjs";

const WAIT = 600;

class Workshop extends HTMLElement {
  async connectedCallback() {
    this.base = new URL(this.getAttribute("base"), document.baseURI);
    this.leave = new AbortController();
    const get = async (uri) => (await fetch(new URL(uri, this.base))).json();
    try {
      const [ruleset, { schema, forces, house }] = await Promise.all(["data/ruleset.json", "data/workshop.json"].map(get));
      if (this.isConnected) this.begin(game_of({ ...ruleset, ...house }), schema, forces);
    } catch (error) {
      this.querySelector("p").textContent = `The workshop cannot start: ${error.message}. Reload the page.`;
      throw error;
    }
  }

  disconnectedCallback() {
    this.leave.abort();
    clearTimeout(this.waiting);
    this.due = null;
    if (this.history) this.keep();
  }

  begin(game, schema, examples) {
    Object.assign(this, { schema, examples, game, evaluated: evaluator(game, schema) });
    this.store = keeper(`kr16 workshop ${this.base.pathname}`);
    const { state, problem } = this.store.load();
    this.build();
    this.history = states.history_of(state?.forces.length ? state : states.add_force({ forces: [] }, this.empty()));
    this.render();
    if (problem) this.warn([problem], this.trouble);
    this.listen();
    this.open_link();
  }

  build() {
    this.parts = { bar: new ForceBar(), list: new UnitList(), editor: new UnitEditor(), card: new UnitCard(), points: new UnitPoints() };
    const { bar, list, editor, card, points } = this.parts;
    const { title, version, credit } = this.game;
    const rules = title === credit.title ? `${title} ${version}` : `${title}, on ${credit.title} ${version}`;
    const date = document.querySelector(".kr-footer time")?.textContent;
    bar.use(this.schema, this.examples, `Rules: ${rules}${date ? `, of ${date}` : ""}. Forces stay in this browser and go nowhere.`);
    editor.use(this.game, this.schema);
    card.use(this.base);
    // What the browser does not keep stands apart from what is said of a file or a link.
    [this.trouble, this.words] = [el("div"), el("div")];
    this.warning = el("div", { class: "kr-ws__warning", role: "alert", hidden: true }, this.trouble, this.words);
    this.spoken = el("p", { class: "kr-ws__spoken", role: "status" });
    this.total = el("p", { class: "kr-ws__total" }, el("b", {}), el("span", {}));
    const row = (acts) => el("div", { class: "kr-ws__row" }, ...Object.entries(acts).map(([name, text]) => button(text, () => this.act(name))));
    const tools = row({ earlier: "Earlier", later: "Later", copy: "Copy", remove: "Remove", house: "Save as a house rule" });
    const adders = row({ squad: "Add infantry", vehicle: "Add a vehicle" });
    this.unit = el("section", { class: "kr-ws__unit", "aria-label": "Unit" }, el("h2", { text: "Unit", tabindex: -1 }), tools, editor);
    this.result = el("section", { class: "kr-ws__result", "aria-label": "Card and points" }, el("h2", { text: "Card and points", tabindex: -1 }), card, points);
    // On a phone the fields stand far above the card: a line at its foot tells the points, and leads there.
    this.brief = button("", () => {
      this.result.scrollIntoView();
      this.result.firstChild.focus({ preventScroll: true });
    }, { class: "kr-ws__button kr-ws__brief" });
    this.replaceChildren(
      this.warning,
      el("div", { class: "kr-ws__desk" },
        el("section", { class: "kr-ws__units", "aria-label": "Units" }, el("h2", { text: "Units" }), this.total, list, adders),
        bar,
        this.unit,
        this.result),
      this.brief,
      this.spoken,
    );
  }

  listen() {
    const { signal } = this.leave;
    this.addEventListener("action", ({ detail }) => this.act(detail.name, detail.detail), { signal });
    addEventListener("hashchange", () => this.open_link(), { signal });
    addEventListener("storage", (event) => this.adopt(event), { signal });
    addEventListener("pagehide", () => this.keep(), { signal });
    addEventListener("beforeunload", (event) => (this.keep(), this.unkept && event.preventDefault()), { signal });
    // A page that the browser brings back as it was may be older than what is kept.
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { signal });
    for (const type of ["focusin", "click"]) this.unit.addEventListener(type, (event) => this.ready(event), { signal, capture: true });
    addEventListener("keydown", (event) => this.key(event), { signal });
  }

  /** What is gone to or pressed before the fields are as they should be is meant for the new ones; what they do not have any more does nothing. */
  ready(event) {
    this.due?.();
    if (!event.target.isConnected) event.stopPropagation();
  }

  get state() {
    return this.history.present;
  }

  empty(forces = this.history?.present.forces ?? []) {
    const taken = forces.map(({ head }) => head.force);
    return document_of({ force: states.free_name("My force", taken), rules: this.game.id, units: [] });
  }

  /** Go to a state. A `field` that is typed in again and again is one step of undo. */
  next(state, field = null, render = this.render) {
    if (state !== this.state) this.go(states.changed_to(this.history, state, field), render);
  }

  go(history, render = this.render) {
    this.history = history;
    render.call(this);
    this.later();
  }

  /** Go to a state whose points and card are shown at once, the rest a frame later, or as soon as something is pressed or gone to: a frame on a phone has no time for more. */
  soon(state, field = null, then) {
    this.next(state, field, this.render_result);
    this.due = () => {
      this.render_form();
      then?.();
    };
    requestAnimationFrame(() => requestAnimationFrame(() => this.due?.()));
  }

  render() {
    this.parts.editor.changing = null;
    this.render_result();
    this.render_form();
  }

  /** The points and the card. */
  render_result() {
    const { card, points } = this.parts;
    const entry = states.entry(this.state);
    this.show_total(states.open(this.state));
    this.result.hidden = this.brief.hidden = !entry;
    if (!entry) return;
    const found = this.evaluated(entry.unit);
    card.show(found.unit, this.game);
    points.show(found);
    say(this.brief, `${found.mistakes.length ? "Not right yet," : `${found.total} of`} ${this.total.textContent}`);
  }

  render_form() {
    const { bar, list, editor } = this.parts;
    const doc = states.open(this.state);
    const entry = states.entry(this.state);
    const held = this.contains(document.activeElement);
    this.due = null;
    bar.show(doc, this.history);
    list.show(doc, this.state.selected, this.evaluated);
    this.unit.hidden = !entry;
    if (!entry) return;
    const found = this.evaluated(entry.unit);
    editor.show(entry.unit);
    // What had the focus may be gone: who uses the keyboard goes on at the unit.
    if (held && !this.contains(document.activeElement)) this.unit.firstChild.focus({ preventScroll: true });
    editor.words(wrong_of(doc, entry.unit, found), found.marks);
  }

  show_total(doc) {
    const { points, left, over, wrong } = sum_of(doc, this.evaluated);
    say(this.total.firstChild, `${points} points`);
    say(this.total.lastChild, left + (wrong ? `, ${wrong} not right yet` : ""));
    this.total.classList.toggle("kr-ws__total--over", over);
  }

  /** Keep the state, and tell the total, once the typing rests. */
  later() {
    clearTimeout(this.waiting);
    this.unkept = true;
    this.waiting = setTimeout(() => {
      this.keep();
      say(this.spoken, this.total.textContent);
    }, WAIT);
  }

  keep() {
    if (!this.unkept) return;
    const { problem, lost } = this.store.save(this.state);
    // Said once, and no longer than it is so.
    if (problem ? problem !== this.told : this.lost) this.warn(problem ? [problem] : [], this.trouble, button("Save as a file", () => this.act("export")));
    Object.assign(this, { told: problem, lost, unkept: lost });
  }

  /** Say something in sight, until it is closed or its place has other words, or none. */
  warn(lines, place = this.words, ...buttons) {
    const close = button("Close", () => this.warn([], place));
    place.replaceChildren(...(lines.length ? [...lines.map((text) => el("p", { text })), el("div", { class: "kr-ws__row" }, ...buttons, close)] : []));
    this.warning.hidden = !this.warning.querySelector("p");
    this.style.setProperty("--kr-warned", `${this.warning.offsetHeight}px`);
  }

  choose(index) {
    this.go({ ...this.history, present: states.select(this.state, index), field: null });
    this.unit.firstChild.focus();
  }

  act(name, detail) {
    const { state, history: { past, future, field } } = this;
    const acts = {
      undo: () => past.length && this.go(states.undone(this.history)),
      redo: () => future.length && this.go(states.redone(this.history)),
      choose: () => this.go({ ...this.history, present: states.choose_force(state, detail), field: null }),
      head: () => this.next(states.set_head(state, detail.path[1], detail.value), `head ${detail.path[1]}`),
      "new-force": () => this.new_force(detail),
      "remove-force": () => this.next(state.forces.length > 1 ? states.remove_force(state) : states.add_force({ forces: [] }, this.empty([]))),
      squad: () => this.add(fresh.new_squad(this.named("Squad"), this.game)),
      vehicle: () => this.add(fresh.new_vehicle(this.named("Vehicle"), this.game)),
      earlier: () => this.next(states.move_unit(state, -1)),
      later: () => this.next(states.move_unit(state, 1)),
      unit: () => this.choose(detail),
      edit: () => this.soon(states.edit_unit(detail.field === field ? past.at(-1) : state, detail.unit), detail.field),
      weapon: () => this.save(detail.name, house_weapon({ dv: null, abilities: [], ...detail }, this.game)),
      copy: () => this.next(states.copy_unit(state)),
      remove: () => {
        this.next(states.remove_unit(state));
        if (this.unit.hidden) this.parts.bar.choice.focus({ preventScroll: true });
      },
      house: () => this.house(),
      export: () => this.save(states.open(state).head.force, text_of(states.open(state))),
      import: () => this.import(detail),
      share: () => this.share(),
      print: () => this.print(),
    };
    return acts[name]();
  }

  key(event) {
    this.due?.();
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || !"zy".includes(key) || event.target.matches?.("input, textarea")) return;
    event.preventDefault();
    this.act(event.shiftKey || key === "y" ? "redo" : "undo");
  }

  /** Who is elsewhere by the time the fields are there stays there. */
  add(unit) {
    const from = document.activeElement;
    this.soon(states.add_unit(this.state, unit), null, () => {
      if (document.activeElement === from) {
        this.unit.querySelector("input").focus({ preventScroll: true });
        this.unit.scrollIntoView();
      }
      if (this.unit.contains(document.activeElement)) document.activeElement.select?.();
    });
    // What is chosen until then in the fields of the unit before is meant for this one.
    Object.assign(this.parts.editor, { unit, changing: null });
  }

  named(word) {
    return states.free_name(word, states.open(this.state).units.map((entry) => entry.unit.name));
  }

  async new_force(example) {
    if (!example) return this.next(states.add_force(this.state, this.empty()));
    const { uri } = this.examples.find((one) => one.id === example);
    return this.take(await (await fetch(new URL(uri, this.base))).text(), example);
  }

  async import(file) {
    this.take(await file.arrayBuffer().then((bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).catch(() => null), file.name);
  }

  take(text, name) {
    const { doc, problems } = read(text, this.schema);
    return problems ? this.warn([`${name}: not opened, and nothing was changed.`, ...problems.slice(0, 20)]) : this.take_in(doc);
  }

  /** Open a force; one of other rules becomes one of these, and what they do not have is said. */
  take_in(doc) {
    const { rules } = doc.head;
    const here = rules === this.game.id ? doc : { ...doc, head: { ...doc.head, rules: this.game.id } };
    const wrong = here.units.flatMap(({ unit }) => this.evaluated(unit).mistakes.map(([path, message]) => `${unit.name}: ${path.join(".")}: ${message}`));
    this.next(states.add_force(this.state, here));
    const words = [
      ...(rules === this.game.id ? [] : [`This force was made for the rules '${rules}'. It is opened under '${this.game.id}', so its points may differ.`]),
      ...(wrong.length ? ["These rules do not have all of it. Put it right in the units named here:", ...wrong.slice(0, 20)] : []),
    ];
    if (words.length) this.warn(words);
  }

  async open_link() {
    const word = /^#f=(.*)$/.exec(location.hash)?.[1];
    if (word === undefined) return;
    const { force, problems } = await unpack(word, this.schema);
    history.replaceState(history.state, "", location.pathname + location.search);
    const at = problems ? 0 : this.state.forces.findIndex((doc) => alike(force_of(doc), force));
    if (problems) this.warn(["The force in the link was not opened.", ...problems.slice(0, 20)]);
    else if (at < 0) this.take_in(document_of(force));
    else this.next(states.choose_force(this.state, at));
  }

  async share() {
    const link = `${location.origin}${location.pathname}#f=${await pack(force_of(states.open(this.state)))}`;
    const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    const field = el("input", { type: "text", readonly: true, "aria-label": "The link", class: "kr-ws__link" });
    field.value = link;
    this.warn([`${copied ? "The link is copied. " : ""}It holds the whole force (${link.length} characters); whoever opens it gets a copy.`]);
    this.words.firstChild.after(field);
    field.focus();
    field.select();
  }

  async print() {
    const word = pack(force_of(states.open(this.state)));
    this.keep();
    const opened = window.open("about:blank", "_blank");
    const url = new URL(`print/workshop.html#f=${await word}`, this.base).href;
    if (opened) opened.location = url;
    else location.href = url;
  }

  house() {
    const { unit } = this.evaluated(states.entry(this.state).unit);
    if (!unit) this.warn(["Only a unit that is right can become a house rule."]);
    else if (typeof unit.vehicle === "string") this.warn(["This vehicle is in the rules already. Choose “of your own design” to change it."]);
    else this.save(unit.name, house_rule(unit, this.game));
  }

  save(name, text) {
    download(`${name.replace(/[^\p{L}\p{N} _-]+/gu, "").trim().slice(0, 60) || "force"}.yaml`, text);
  }

  /** Another window changed what is kept: show that, nothing of it is lost, and stay at the force and the unit that are open here. */
  adopt({ key, newValue }) {
    if (key !== this.store.name || newValue === null) return;
    const state = readable(newValue);
    if (!state?.forces.length) return;
    this.history = states.changed_to(this.history, { ...state, current: Math.min(this.state.current, state.forces.length - 1), selected: this.state.selected });
    this.render();
  }
}

for (const [name, element] of [["kr-force-bar", ForceBar], ["kr-unit-list", UnitList], ["kr-unit-editor", UnitEditor], ["kr-unit-card", UnitCard], ["kr-unit-points", UnitPoints], ["kr-workshop", Workshop]]) {
  if (!customElements.get(name)) customElements.define(name, element);
}
