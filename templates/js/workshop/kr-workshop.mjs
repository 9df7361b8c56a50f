// <kr-workshop base="../../">: builds units and forces under the rules this site publishes; `base` leads to the site's root.

import { lay_out } from "./desk.mjs";
import { document_of } from "./document.mjs";
import { say } from "./dom.mjs";
import { evaluator, sum_of, wrong_of } from "./evaluate.mjs";
import { new_squad, new_vehicle } from "./fresh.mjs";
import { game_of } from "./game.mjs";
import { open_example, open_file, open_link } from "./incoming.mjs";
import { Keeping } from "./keeping.mjs";
import { print_cards, save_force, save_unit_rule, save_weapon_rule, share } from "./outgoing.mjs";
import { add_force, add_unit, changed_to, choose_force, copy_unit, edit_unit, entry, free_name, move_unit, open, redone, remove_force, remove_unit, select, set_head, undone } from "./state.mjs";

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
    this.due = null;
    this.keeping?.keep();
  }

  begin(game, schema, examples) {
    Object.assign(this, { schema, examples, game, evaluated: evaluator(game, schema) });
    lay_out(this);
    this.keeping = new Keeping(this);
    this.keeping.begin(add_force({ forces: [] }, this.empty([])));
    this.listen();
    open_link(this);
  }

  listen() {
    const { signal } = this.leave;
    this.addEventListener("action", ({ detail }) => this.act(detail.name, detail.detail), { signal });
    addEventListener("hashchange", () => open_link(this), { signal });
    this.keeping.listen(signal);
    for (const type of ["pointerdown", "focusin", "click"]) this.unit.addEventListener(type, (event) => this.ready(event), { signal, capture: true });
    addEventListener("keydown", (event) => this.key(event), { signal });
  }

  /** What is gone to or pressed before the fields are as they should be is meant for the new ones; what they do not have any more does nothing. */
  ready(event) {
    const { target, type } = event;
    const { checked } = target;
    this.due?.();
    // A box is ticked before its click is told, and the fields would show it as it was.
    if (type === "click" && target.type === "checkbox") target.checked = checked;
    if (!target.isConnected) event.stopPropagation();
  }

  get state() {
    return this.history.present;
  }

  empty(forces = this.state.forces) {
    const taken = forces.map(({ head }) => head.force);
    return document_of({ force: free_name("My force", taken), rules: this.game.id, units: [] });
  }

  /** Go to a state. A `field` that is typed in again and again is one step of undo. */
  next(state, field = null, render = this.render) {
    if (state !== this.state) this.go(changed_to(this.history, state, field), render);
  }

  go(history, render = this.render, done = "") {
    this.history = history;
    render.call(this);
    this.keeping.later(() => say(this.spoken, done + this.total.textContent));
  }

  /** Go to a state in which something else is open: no step to undo. */
  look(present) {
    this.go({ ...this.history, present, field: null });
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
    const chosen = entry(this.state);
    this.show_total(open(this.state));
    this.result.hidden = this.brief.hidden = !chosen;
    if (!chosen) return;
    const found = this.evaluated(chosen.unit);
    card.show(found.unit, this.game);
    points.show(found);
    say(this.brief, `${found.mistakes.length ? "Not right yet," : `${found.total} of`} ${this.total.textContent}`);
  }

  render_form() {
    const { bar, list, editor } = this.parts;
    const doc = open(this.state);
    const chosen = entry(this.state);
    const held = this.contains(document.activeElement);
    this.due = null;
    bar.show(doc, this.history);
    list.show(this.state, this.evaluated);
    this.unit.hidden = !chosen;
    if (chosen) {
      const found = this.evaluated(chosen.unit);
      editor.show(chosen.unit);
      editor.words(wrong_of(doc, chosen.unit, found), found.marks);
    }
    // What had the focus may be gone, or out of use: who uses the keyboard goes on at the unit.
    if (held && !this.querySelector(":focus:not(:disabled)")?.checkVisibility()) (chosen ? this.unit.firstChild : bar.choice).focus({ preventScroll: true });
  }

  show_total(doc) {
    const { points, left, over, wrong } = sum_of(doc, this.evaluated);
    say(this.total.firstChild, `${points} points`);
    say(this.total.lastChild, left + (wrong ? `, ${wrong} not right yet` : ""));
    this.total.classList.toggle("kr-ws__total--over", over);
  }

  choose(index) {
    this.look(select(this.state, index));
    this.unit.firstChild.focus();
  }

  act(name, detail) {
    const { state, history: { past, future, field } } = this;
    const acts = {
      undo: () => past.length && this.go(undone(this.history), this.render, "Undone. "),
      redo: () => future.length && this.go(redone(this.history), this.render, "Redone. "),
      choose: () => this.look(choose_force(state, detail)),
      head: () => this.next(set_head(state, detail.path[1], detail.value), `head ${detail.path[1]}`),
      "new-force": () => (detail ? open_example(this, this.examples.find(({ id }) => id === detail)) : this.next(add_force(state, this.empty()))),
      "remove-force": () => this.next(state.forces.length > 1 ? remove_force(state) : add_force({ forces: [] }, this.empty([]))),
      squad: () => this.add(new_squad(this.named("Squad"), this.game)),
      vehicle: () => this.add(new_vehicle(this.named("Vehicle"), this.game)),
      earlier: () => this.next(move_unit(state, -1)),
      later: () => this.next(move_unit(state, 1)),
      unit: () => this.choose(detail),
      edit: () => this.soon(edit_unit(detail.field && detail.field === field ? past.at(-1) : state, detail.unit), detail.field),
      weapon: () => save_weapon_rule(this, detail),
      copy: () => this.next(copy_unit(state)),
      remove: () => this.next(remove_unit(state)),
      house: () => save_unit_rule(this),
      export: () => save_force(this),
      import: () => open_file(this, detail),
      share: () => share(this),
      print: () => print_cards(this),
    };
    return acts[name]();
  }

  key(event) {
    this.due?.();
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || !"zy".includes(key) || event.target.matches?.("input:not([type=checkbox], [type=file]), textarea")) return;
    event.preventDefault();
    this.act(event.shiftKey || key === "y" ? "redo" : "undo");
  }

  /** Who is elsewhere by the time the fields are there stays there. */
  add(unit) {
    const from = document.activeElement;
    this.soon(add_unit(this.state, unit), null, () => {
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
    return free_name(word, open(this.state).units.map((chosen) => chosen.unit.name));
  }
}

if (!customElements.get("kr-workshop")) customElements.define("kr-workshop", Workshop);
