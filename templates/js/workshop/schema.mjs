// Values and the published schema of force files → what is wrong with their form, in the words of tools/kr16/build.py.

import { cut, shown, suggestion } from "./errors.mjs";

const MOST_PROBLEMS = 100;
const FORMS = { "^[a-z0-9]+(-[a-z0-9]+)*$": "an id has small letters, digits and single hyphens, such as 'light-tank'" };
const kind = (value) => (value === null || value === undefined ? "null" : Array.isArray(value) ? "array" : typeof value === "number" ? "integer" : typeof value);
const SAY = {
  integer: (value) => `not a whole number (got ${shown(value)})`,
  string: (value) => `not text (got ${shown(value)}); put it in quotes`,
  array: (value) => `not a list (got ${shown(value)}); write [a, b]`,
  object: (value) => `not keys and values (got ${shown(value)}); write \`key: value\``,
};

/** [path, message] for each value that is not what the schema says; at most a hundred. A third item is true where a field can show the value, so that it is put right there. */
export function form_mistakes(value, schema, root = schema, path = []) {
  const found = resolve(value, schema, root);
  if (found === null) return [];
  const type = found.type;
  if (kind(value) !== type || (type === "integer" && !Number.isSafeInteger(value))) return [[path, SAY[type](value), kind(value) === type || (type === "integer" && typeof value === "string")]];
  return { integer: whole_number, string: fitting_text, array: list, object: fitting_mapping }[type](value, found, root, path);
}

/** The schema that a value has to fit, of several the one of its own kind; null where nothing is right. */
function resolve(value, schema, root) {
  const choices = forms(schema, root);
  if (value === null && choices.some((one) => one.type === "null")) return null;
  const open = choices.filter((one) => one.type !== "null");
  return open.find((one) => one.type === kind(value)) ?? open[0];
}

/** What the schema says of the value at a path: the limits of a field. */
export function limits(schema, root, ...path) {
  let found = forms(schema, root);
  for (const key of path) {
    found = found.flatMap((one) => one.properties?.[key] ?? (/^\d+$/.test(key) ? (one.items ?? []) : [])).flatMap((one) => forms(one, root));
  }
  return Object.assign({}, ...found);
}

/** All that a value may be. */
function forms(schema, root) {
  if (schema.$ref) return forms(root.$defs[schema.$ref.split("/").at(-1)], root);
  const choices = schema.anyOf ?? schema.oneOf;
  return choices ? choices.flatMap((one) => forms(one, root)) : [schema];
}

function whole_number(value, { minimum, maximum }, _, path) {
  if (value < minimum) return [[path, `too small (got ${value}); at least ${minimum}`, true]];
  return value > maximum ? [[path, `too large (got ${value}); at most ${maximum}`, true]] : [];
}

function fitting_text(value, { minLength = 0, maxLength = Infinity, pattern, enum: choices }, _, path) {
  const length = [...value].length;
  if (!value.isWellFormed()) return [[path, "broken text; type it again"]];
  if (length < minLength) return [[path, "empty; write some text", true]];
  if (length > maxLength) return [[path, `too long (got ${length} characters); at most ${maxLength}`, path.includes("passengers")]];
  if (choices && !choices.includes(value)) return [[path, `not one of the choices (got ${shown(value)}); expected ${choices.join(", ")}`]];
  return pattern && !new RegExp(pattern).test(value) ? [[path, `not of the right form (got ${shown(value)}); ${FORMS[pattern] ?? `expected ${pattern}`}`]] : [];
}

function list(value, { minItems = 0, maxItems = Infinity, items }, root, path) {
  if (value.length < minItems) return [[path, `empty; write at least ${minItems}`]];
  if (value.length > maxItems) return [[path, `too many (got ${value.length}); at most ${maxItems}`, path.includes("passengers")]];
  return gathered(value.map((item, index) => () => form_mistakes(item, items, root, [...path, String(index)])));
}

function fitting_mapping(value, { properties, required = [] }, root, path) {
  const known = Object.keys(properties);
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  const meant = (key) => known.find((one) => key.startsWith(`${one}:`));
  const missing = required.filter((key) => !Object.hasOwn(value, key) && !unknown.some((one) => meant(one) === key));
  return gathered([
    () => unknown.map((key) => (meant(key) ? [[...path, meant(key)], `no space after the colon; write ${shown(key.replace(":", ": "))}`] : [[...path, cut(key)], `unknown key${suggestion(key, known)}`])),
    () => missing.map((key) => [[...path, key], "missing", path.length > 0]),
    ...known.filter((key) => Object.hasOwn(value, key)).map((key) => () => form_mistakes(value[key], properties[key], root, [...path, key])),
  ]);
}

/** Those of the mistakes in a form for which nothing is opened. */
export const grave = (found) => (found.length < MOST_PROBLEMS ? found.filter(([, , shown]) => !shown) : found);

function gathered(checks) {
  const found = [];
  for (const check of checks) {
    if (found.length >= MOST_PROBLEMS) break;
    found.push(...check());
  }
  return found.slice(0, MOST_PROBLEMS);
}
