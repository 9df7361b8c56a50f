// A card or a summary under house rules, and the same without their changes → a sign at each difference, the old value at its foot; mirrors tools/kr16/context/paper.py.

import { row, section } from "./cards.mjs";

const SIGN = "*";

/** A unit's card, which `make` makes for a game; house rules have `before`, the game without their changes, and `told`, whose they are. */
export function signed_card(make, game) {
  const [made, old, notes] = both(make, game);
  if (!old) return made;
  const stats = made.stats.map((one) => signed_stat(one, old.stats.find(({ label }) => label === one.label) ?? one, notes));
  const sections = made.sections.map((one) => signed_section(one, old, notes));
  const dearer = made.points !== old.points;
  if (dearer) notes.push(`${old.points} points`);
  return { ...made, stats, type: made.type + (dearer ? SIGN : ""), sections: [...sections, foot(game, notes)] };
}

/** A force's summary, likewise. Two units may have one name, so each is held against what stands in its own place. */
export function signed_summary(make, game) {
  const [made, old, notes] = both(make, game);
  if (!old) return made;
  const [units, special] = made.sections;
  const rows = units.rows.map((one, index) => priced_parts(one, old.sections[0].rows[index], notes));
  return { ...made, sections: [{ ...units, rows }, signed_section(special, old, notes), foot(game, notes)] };
}

/** What is made under the house rules, and without their changes where that can be made at all. */
function both(make, game) {
  const made = make(game);
  if (!game.before) return [made];
  try {
    return [made, make(game.before), []];
  } catch (error) {
    if (error instanceof TypeError) return [made, made, []];
    throw error;
  }
}

function foot(game, notes) {
  return section("house", [], "", [row([], "", game.told + (notes.length ? ` ${SIGN} was: ${notes.join("; ")}.` : ""))]);
}

function signed_stat(one, was, notes) {
  if (one.value === was.value) return one;
  notes.push(`${one.label} ${was.value}`);
  return { ...one, value: one.value + SIGN };
}

function priced_parts(made, old, notes) {
  const [[price], [before]] = [made.cells, old.cells];
  const [parts, were] = [made.text.split(", "), old.text.split(", ")];
  const told = [...(before === price ? [] : [before]), ...were.filter((part) => !parts.includes(part))].filter(Boolean);
  if (told.length) notes.push(`${made.name} ${told.join(", ")}`);
  return { ...made, cells: [before === price ? price : price + SIGN], text: parts.map((part) => (were.includes(part) ? part : part + SIGN)).join(", ") };
}

function signed_section(made, { sections }, notes) {
  const old = sections.find(({ id }) => id === made.id);
  const known = new Map(old?.rows.map((one) => [one.name, in_columns(made.head, old.head, one)]));
  return { ...made, rows: made.rows.map((one) => (one.name ? signed_row(one, known.get(one.name), notes) : one)) };
}

/** A row with its cells in the columns of a table that has more of them, or fewer. */
function in_columns(head, old, one) {
  if (String(head) === String(old) || old.length !== one.cells.length) return one;
  return { ...one, cells: head.map((label) => one.cells[old.lastIndexOf(label)]) };
}

function signed_row(made, old, notes) {
  if (old?.cells.length !== made.cells.length) return made;
  const differs = (was, at) => was !== undefined && was !== made.cells[at];
  const another = made.text !== old.text;
  const told = [...old.cells.filter(differs), ...(another ? [old.text || "nothing more"] : [])];
  if (!told.length) return made;
  notes.push(`${made.name} ${told.join(", ")}`);
  const cells = made.cells.map((cell, at) => (differs(old.cells[at], at) ? cell + SIGN : cell));
  return { ...made, cells, text: another ? (made.text || "nothing more") + SIGN : made.text };
}
