// A value of a unit → a labelled control that tells of each change, and a place under it for what is wrong or unusual.
// A field's element has a method `fill`, which shows another value in it.

import { el, say, tell } from "./dom.mjs";

/** What a choice holds in place of an id when the thing is of the player's own design. */
export const OWN = "(own)";
// As the number would be written again, in a file too: 1.000 may be a thousand.
const ENTERED = /^-?\d{1,10}(\.\d{0,8}[1-9])?$/;
const id_of = (path) => `kr-ws-${path.join("-")}`;

/** What all fields share: the label above, the words below; the control tells `field-changed` with its path and value. */
function field(path, label, control, read, fill) {
  const id = id_of(path);
  control.id = id;
  control.setAttribute("aria-describedby", `${id}-wrong ${id}-mark`);
  const listen = () => tell(control, "field-changed", { path, value: read() });
  control.addEventListener(control.tagName === "SELECT" ? "change" : "input", listen);
  return Object.assign(el("div", { class: "kr-field", "data-path": path.join(".") }, el("label", { for: id, text: label }), control, ...below_field(id)), { path, fill });
}

function below_field(id) {
  return [el("p", { class: "kr-field__wrong", id: `${id}-wrong`, hidden: true }), el("p", { class: "kr-field__mark", id: `${id}-mark`, hidden: true, "data-hint": "" })];
}

/** Show a text in a control, where it does not stand there already. */
function put_in(control, value) {
  if (control.value !== value) control.value = value;
}

export function text_field(path, label, limits, { lines = 0 } = {}) {
  const control = lines ? el("textarea", { rows: lines, maxlength: limits.maxLength }) : el("input", { type: "text", maxlength: limits.maxLength, autocomplete: "off" });
  // What may be left out is left out where nothing is written.
  return field(path, label, control, () => (lines ? control.value : control.value.trim()) || (limits.type === "null" ? undefined : ""), (value) => put_in(control, value ?? ""));
}

/** Names one a line. */
export function lines_field(path, label) {
  const control = el("textarea", { rows: 3 });
  const read = () => {
    const names = control.value.split("\n").map((name) => name.trim()).filter(Boolean);
    return names.length ? names : undefined;
  };
  return field(path, label, control, read, (value) => put_in(control, (value ?? []).join("\n")));
}

/** A number, which stays a text where it is none: a browser's own field for numbers swallows a comma, and 2,5 would be 25. */
export function number_field(path, label, { minimum, maximum }, usual = "") {
  const control = el("input", { type: "text", inputmode: "numeric", autocomplete: "off", role: "spinbutton", "aria-valuemin": minimum, "aria-valuemax": maximum });
  const now = (value) => {
    const said = Number.isInteger(value) ? String(value) : null;
    if (control.ariaValueNow !== said) control.ariaValueNow = said;
  };
  const read = () => {
    const text = control.value.trim();
    const value = text === "" ? undefined : ENTERED.test(text) ? Number(text) : text;
    now(value);
    return value;
  };
  control.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const value = read() ?? 0;
    if (!by || !Number.isInteger(value)) return;
    event.preventDefault();
    control.value = Math.max(minimum, Math.min(value + by, maximum));
    control.dispatchEvent(new Event("input"));
  });
  return field(path, label, control, read, (value) => {
    now(value ?? usual);
    put_in(control, String(value ?? usual));
  });
}

/** One of several: `options` are [value, label] or {label, options}; what is chosen and not among them is shown as such. */
export function choice_field(path, label, value, options, { none = null, number = false } = {}) {
  const chosen = chosen_value(value);
  const control = el("select", {}, ...(none === null ? [] : [option_of("", none)]), ...options.map((one) => (one.options ? el("optgroup", { label: one.label }, ...one.options.map(([id, text]) => option_of(id, text))) : option_of(...one))));
  if (![...control.options].some((one) => one.value === chosen)) control.prepend(option_of(chosen, chosen ? lost(chosen) : "choose"));
  const read = () => (control.value === "" ? undefined : number ? Number(control.value) : control.value);
  return field(path, label, control, read, (next) => put_in(control, chosen_value(next)));
}

/** What an id is called that these rules do not have. */
export const lost = (id) => `${id} (not in these rules)`;
const chosen_value = (value) => (value !== null && typeof value === "object" ? OWN : String(value ?? ""));
const option_of = (value, text) => el("option", { value, text });

/** Any of several: the ids that are ticked, in the order of ticking. */
export function ticks_field(path, label, options) {
  let held = [];
  const id = id_of(path);
  const boxes = options.map(([name, text, hint]) => {
    const box = el("input", { type: "checkbox", id: `${id}-${name}`, value: name });
    return el("label", { for: box.id, class: "kr-tick" }, box, el("span", {}, el("b", { text }), ...(hint ? [` ${hint}`] : [])));
  });
  const made = el("fieldset", { class: "kr-field kr-field--ticks", "data-path": path.join("."), id, tabindex: -1 }, el("legend", { text: label }), ...boxes, ...below_field(id));
  made.addEventListener("change", (event) => {
    event.stopPropagation();
    const ticked = [...made.querySelectorAll("input:checked")].map((box) => box.value);
    held = [...new Set([...held.filter((one) => ticked.includes(one)), ...ticked])];
    tell(made, "field-changed", { path, value: held.length ? held : undefined });
  });
  const fill = (next) => {
    held = next ?? [];
    for (const box of made.querySelectorAll("input")) box.checked = held.includes(box.value);
  };
  return Object.assign(made, { path, fill });
}

/** Put what is wrong and what is unusual at the fields; return what has no field. */
export function show_words(root, mistakes, marks) {
  const fields = [...root.querySelectorAll("[data-path]")];
  const nearest = (path) => fields.filter((one) => `${path.join(".")}.`.startsWith(`${one.dataset.path}.`)).sort((a, b) => b.dataset.path.length - a.dataset.path.length)[0];
  const [wrong, noted] = [grouped(mistakes, nearest), grouped(marks, nearest)];
  for (const one of fields) {
    remark(one.querySelector(".kr-field__wrong"), words(wrong.get(one)));
    const mark = one.querySelector(".kr-field__mark");
    remark(mark, words(noted.get(one)) || mark.dataset.hint);
    const control = one.querySelector(":scope > :is(input, select, textarea)");
    if (wrong.has(one)) control?.setAttribute("aria-invalid", "true");
    else control?.removeAttribute("aria-invalid");
  }
  return words(wrong.get(undefined));
}

function grouped(found, nearest) {
  const groups = new Map();
  for (const [path, message] of found) groups.set(nearest(path), [...(groups.get(nearest(path)) ?? []), message]);
  return groups;
}

const words = (found = []) => found.join(". ");

/** Show words, or nothing; what is as it was is not written again, or the page would style it anew. */
export function remark(element, text) {
  say(element, text);
  if (element.hidden === Boolean(text)) element.hidden = !text;
}
