// A force file's text ↔ a document: its values, and the text and comments a person wrote, kept until what they say is changed.
// A document is plain data: {head: {force, rules, …}, units: [{unit, text?, comments?}], parts?}.

import { Unreadable } from "./yaml-scan.mjs";
import { parse } from "./yaml.mjs";
import { write, write_key, write_unit, write_units } from "./yaml-write.mjs";
import { form_mistakes, grave } from "./schema.mjs";

export const LONGEST = 2_000_000;
const HEAD = ["force", "rules", "points_limit", "note"];
const UNIT = ["name", "grade", "commander", "save", "figures", "weapons", "abilities", "vehicle", "passengers", "note"];
export const alike = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** A document for a force's values. */
export function document_of(force) {
  const { units, ...head } = force;
  return { head: ordered(head, HEAD), units: units.map((unit) => ({ unit: ordered(unit, UNIT) })) };
}

/** The values of a document, as a force file holds them. */
export function force_of(doc) {
  return { ...ordered(doc.head, HEAD), units: doc.units.map((entry) => entry.unit) };
}

/** A record's values in the order of its model, without those that are empty. */
export function ordered(record, keys = UNIT) {
  return Object.fromEntries(keys.filter((key) => record[key] !== undefined && record[key] !== null).map((key) => [key, record[key]]));
}

/** An entry with its unit changed: what was written about it stays as comments. */
export function changed(entry, unit) {
  return { unit: ordered(unit), ...(entry.comments?.length ? { comments: entry.comments } : {}) };
}

/** {doc} or {problems: [text]} for the text of a force file, null where it is none. */
export function read(text, schema) {
  if (text === null) return { problems: ["cannot be read as UTF-8 text; save the file as UTF-8"] };
  if (text.length > LONGEST) return { problems: [`the file is too large (${text.length} characters); at most ${LONGEST}`] };
  try {
    const { values, problems, parts } = parse(text);
    if (problems.length) return { problems: problems.map(({ line, column, path, message }) => `line ${line}, column ${column}: ${path.join(".")}: ${message}`) };
    const wrong = grave(form_mistakes(values, schema));
    if (wrong.length) return { problems: wrong.map(said) };
    return { doc: written(document_of(values), values, parts) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { problems: [`line ${error.line}, column ${error.column}: ${error.message}`] };
  }
}

export function said([path, message]) {
  return path.length ? `${path.join(".")}: ${message}` : message;
}

function written(doc, values, parts) {
  const items = parts?.find((part) => part.key === "units")?.items;
  return {
    head: doc.head,
    units: items ? doc.units.map(({ unit }, index) => ({ unit, text: items[index].text, comments: kept(items[index]) })) : doc.units,
    ...(parts ? { parts: parts.map(({ key, text, comments, items: apart }) => ({ key, text, comments, ...(apart ? { margin: /^( *)-\s/m.exec(apart[0].text)?.[1] ?? "  " } : key ? { value: values[key] } : {}) })) } : {}),
  };
}

/** A unit's comments, and the empty line before it. */
function kept({ text, comments }) {
  return [...(/^\s*\n/.test(text) ? [""] : []), ...comments];
}

/** The text of a document's force file: what was written, where it still holds. */
export function text_of(doc) {
  const force = force_of(doc);
  if (!doc.parts) return write(force);
  const known = doc.parts.map((part) => part.key);
  const fresh = Object.keys(doc.head).filter((key) => !known.includes(key)).map((key) => write_key(key, doc.head[key]));
  return doc.parts.map((part) => (part.key === "units" ? closed(fresh.join("")) : "") + closed(part_text(part, doc, force))).join("");
}

function part_text(part, doc, force) {
  if (part.key === null) return part.text;
  if (part.margin !== undefined) return closed(part.text) + doc.units.map((entry) => closed(entry_text(entry, part.margin))).join("");
  const value = force[part.key];
  if (alike(value, part.value)) return part.text;
  const above = part.comments.map((line) => `${line}\n`).join("");
  if (value === undefined) return above;
  return above + (part.key === "units" ? write_units(value) : write_key(part.key, value));
}

function entry_text({ unit, text, comments = [] }, margin) {
  return text ?? comments.map((line) => (line ? `${margin}${line}\n` : "\n")).join("") + write_unit(unit, margin);
}

const closed = (text) => (!text || text.endsWith("\n") ? text : `${text}\n`);
