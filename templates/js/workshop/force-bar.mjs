// <kr-force-bar>: which force is open, its name, limit and note, and what can be done with it. Tells `action` with a name.

import { act, button, el } from "./dom.mjs";
import { number_field, show_words, text_field } from "./fields.mjs";
import { form_mistakes, limits } from "./schema.mjs";

const ACTIONS = [["undo", "Undo"], ["redo", "Redo"], ["share", "Share a link"], ["print", "Print cards"], ["export", "Save as a file"], ["remove-force", "Remove this force"]];

const option = (value, text) => el("option", { value, text });
const labelled = (text, control) => el("div", { class: "kr-field" }, el("label", { for: control.id, text }), control);

export class ForceBar extends HTMLElement {
  /** Once: the schema, the examples, and what rules these are. */
  use(schema, examples, rules) {
    this.choice = el("select", { id: "kr-ws-open", on: { change: () => act(this, "choose", Number(this.choice.value)) } });
    // Apart from the forces that there are: to look through a list by keys is to choose, and would begin one a key.
    this.fresh = el("select", { id: "kr-ws-begin" }, option("", "New, empty"), ...examples.map(({ id, title }) => option(id, `Example: ${title}`)));
    this.file = el("input", { type: "file", id: "kr-ws-file", accept: ".yaml,.yml,.txt", class: "kr-ws__file", on: { change: () => this.take() } });
    this.buttons = new Map(ACTIONS.map(([name, text]) => [name, button(text, () => act(this, name))]));
    const most = (key) => limits(schema, schema, key);
    this.head = [text_field(["head", "force"], "Name of the force", most("force")), number_field(["head", "points_limit"], "Points limit", most("points_limit")), text_field(["head", "note"], "Note", most("note"))];
    this.schema = schema;
    this.append(
      el("div", { class: "kr-ws__row" }, labelled("Force", this.choice), labelled("Begin another", this.fresh), button("Begin", () => act(this, "new-force", this.fresh.value)), labelled("Open a file", this.file)),
      el("div", { class: "kr-ws__row" }, ...this.buttons.values()),
      el("div", { class: "kr-ws__fields" }, ...this.head),
      el("p", { class: "kr-ws__rules", text: rules }),
    );
    this.addEventListener("field-changed", (event) => {
      event.stopPropagation();
      this.changing = event.detail.path;
      act(this, "head", event.detail);
      this.changing = null;
    });
  }

  show(doc, { past, present: state, future }) {
    const names = state.forces.map((one) => one.head.force);
    const shown = JSON.stringify([names, state.current]);
    if (shown !== this.shown) this.options(names, state.current);
    this.shown = shown;
    this.buttons.get("undo").disabled = !past.length;
    this.buttons.get("redo").disabled = !future.length;
    for (const name of ["share", "print", "export"]) this.buttons.get(name).disabled = !doc.units.length;
    if (doc.head === this.told) return;
    this.told = doc.head;
    for (const field of this.head) {
      if (field.path !== this.changing) field.fill(doc.head[field.path[1]]);
    }
    show_words(this, form_mistakes({ ...doc.head, units: [] }, this.schema).map(([path, words]) => [["head", ...path], words]), []);
  }

  options(names, current) {
    this.choice.replaceChildren(...names.map((name, index) => option(index, name || "without a name")));
    this.choice.value = current;
  }

  take() {
    const [file] = this.file.files;
    if (file) act(this, "import", file);
    this.file.value = "";
  }
}
