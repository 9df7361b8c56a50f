// What another window kept, and the state of this one → the state to go on with: at the same force and unit, and no force of either is lost.

import { alike } from "./document.mjs";
import { entry, open } from "./state.mjs";

/** {state, words}: `base` are the forces that both windows knew. What only one of them changed is changed; what both did stands there twice. */
export function adopted(mine, base, theirs) {
  const forces = [...theirs.forces];
  const place = (doc) => (doc ? forces.findIndex((one) => alike(one, doc)) : -1);
  const words = [];
  mine.forces.forEach((doc, index) => {
    if (base.some((one) => alike(one, doc)) || place(doc) >= 0) return;
    const was = base[followed(mine.forces, base, index, title)];
    const at = place(was);
    if (at >= 0) forces[at] = doc;
    else if (forces.push(doc) && was) words.push(`“${title(doc)}” was changed in two windows at once. Both are kept; this window's is last.`);
  });
  const here = open(mine);
  let current = place(here);
  if (current < 0) current = followed(mine.forces, forces, mine.current, title);
  const selected = current < 0 ? 0 : followed(here.units, forces[current].units, mine.selected, ({ unit }) => unit.name);
  if (current < 0 || (selected < 0 && entry(mine))) words.push("What was open here was removed in another window.");
  return { state: { forces, current: Math.max(0, current), selected }, words };
}

const title = ({ head }) => head.force;

/** Where one of a list is in another: under its name, or else, if there are as many, in its place; -1 where it is not. */
function followed(list, others, index, name) {
  if (!list[index]) return index;
  const named = (one) => one && name(one) === name(list[index]);
  const at = named(others[index]) ? index : others.findIndex(named);
  return at < 0 && list.length === others.length ? index : at;
}
