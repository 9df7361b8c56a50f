// The workshop's state → the next one; every function leaves what it is given as it was.
// A state is {forces: [document], current, selected}: the forces, the one that is open, its unit that is open.

import { changed } from "./document.mjs";

// So many steps can be undone.
const UNDO_STEPS = 200;

const replaced = (list, index, ...items) => [...list.slice(0, index), ...items, ...list.slice(index + 1)];
const clamped = (index, list) => Math.max(0, Math.min(index, list.length - 1));

export const open = (state) => state.forces[state.current];
export const entry = (state) => open(state)?.units[state.selected];

function with_units(state, units, selected = state.selected) {
  return { ...state, forces: replaced(state.forces, state.current, { ...open(state), units }), selected: clamped(selected, units) };
}

export function add_force(state, doc) {
  return { forces: [...state.forces, doc], current: state.forces.length, selected: 0 };
}

export function remove_force(state) {
  const forces = replaced(state.forces, state.current);
  return { forces, current: clamped(state.current, forces), selected: 0 };
}

export function choose_force(state, current) {
  return { ...state, current, selected: 0 };
}

export function set_head(state, key, value) {
  return { ...state, forces: replaced(state.forces, state.current, { ...open(state), head: set_at(open(state).head, [key], value) }) };
}

export function select(state, selected) {
  return { ...state, selected };
}

export function add_unit(state, unit) {
  const { units } = open(state);
  return with_units(state, [...units, { unit }], units.length);
}

/** Change the unit that is open; a squad's new name stands also where it is aboard, if no other unit has the old one. The state is the one before the typing began: a name half typed may be another's. */
export function edit_unit(state, unit) {
  const { units } = open(state);
  const { name } = entry(state).unit;
  const edited = replaced(units, state.selected, changed(entry(state), unit));
  if (name === unit.name || units.filter((one) => one.unit.name === name).length > 1) return with_units(state, edited);
  return with_units(state, edited.map((one) => (one.unit.passengers?.includes(name) ? changed(one, { ...one.unit, passengers: one.unit.passengers.map((aboard) => (aboard === name ? unit.name : aboard)) }) : one)));
}

export function copy_unit(state) {
  const { units } = open(state);
  const { unit } = entry(state);
  const copy = { unit: { ...unit, name: next_name(unit.name ?? "", units.map((one) => one.unit.name)) } };
  return with_units(state, replaced(units, state.selected, entry(state), copy), state.selected + 1);
}

export function remove_unit(state) {
  return with_units(state, replaced(open(state).units, state.selected));
}

export function move_unit(state, by) {
  const { units } = open(state);
  const to = state.selected + by;
  if (to < 0 || to >= units.length) return state;
  const others = replaced(units, state.selected);
  return with_units(state, [...others.slice(0, to), entry(state), ...others.slice(to)], to);
}

/** "Alpha Squad" → "Alpha Squad 2", "Alpha Squad 3": the first that nobody has, within the length of a name. */
export function next_name(name, taken) {
  const stem = [...name.replace(/ \d+$/, "")].slice(0, 110).join("");
  let number = 2;
  while (taken.includes(`${stem} ${number}`)) number++;
  return `${stem} ${number}`;
}

export const free_name = (word, taken) => (taken.includes(word) ? next_name(word, taken) : word);

/** A record with the value at a path replaced, or taken out where it is undefined. */
export function set_at(record, [key, ...rest], value) {
  const next = rest.length ? set_at(record?.[key] ?? {}, rest, value) : value;
  if (Array.isArray(record)) return next === undefined ? record.filter((_, index) => index !== Number(key)) : replaced(record, Number(key), next);
  const { [key]: _, ...others } = record;
  return next === undefined ? others : Object.hasOwn(record, key) ? { ...record, [key]: next } : { ...others, [key]: next };
}

/** A record without what is empty. */
export function filled(record) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined && value.length !== 0));
}

export function at(record, path) {
  return path.reduce((value, key) => value?.[key], record);
}

/** States one after another, to go back and forward; changes of one field in a row are one step. */
export function history_of(present) {
  return { past: [], present, future: [], field: null };
}

export function changed_to(history, present, field = null) {
  const past = field !== null && field === history.field ? history.past : [...history.past, history.present].slice(-UNDO_STEPS);
  return { past, present, future: [], field };
}

export function undone({ past, present, future }) {
  return { past: past.slice(0, -1), present: past.at(-1), future: [present, ...future], field: null };
}

export function redone({ past, present, future }) {
  return { past: [...past, present], present: future[0], future: future.slice(1), field: null };
}
