// An example, a file or a link → a force of the workshop; what is wrong with it is said, and then nothing is changed.

import { alike, document_of, force_of, read } from "./document.mjs";
import { unpack } from "./share.mjs";
import { add_force, choose_force } from "./state.mjs";

const MOST_WORDS = 20;

export async function open_example(shop, { id, uri }) {
  const text = await fetch(new URL(uri, shop.base)).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
  if (text) take(shop, text, id);
  else shop.warning.say(["The example cannot be fetched: the site does not answer."]);
}

export async function open_file(shop, file) {
  take(shop, await file.arrayBuffer().then((bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).catch(() => null), file.name);
}

/** The force in the page's address, if there is one; one that is here already is only shown. */
export async function open_link(shop) {
  const word = /^#f=([\w-]*)/.exec(location.hash)?.[1];
  if (word === undefined) return;
  const { force, problems } = await unpack(word, shop.schema);
  history.replaceState(history.state, "", location.pathname + location.search);
  const at = problems ? 0 : shop.state.forces.findIndex((doc) => alike(force_of(doc), force));
  if (problems) shop.warning.say(["The force in the link was not opened.", ...problems.slice(0, MOST_WORDS)]);
  else if (at < 0) take_in(shop, document_of(force));
  else shop.look(choose_force(shop.state, at));
}

function take(shop, text, name) {
  const { doc, problems } = read(text, shop.schema);
  if (problems) shop.warning.say([`${name}: not opened, and nothing was changed.`, ...problems.slice(0, MOST_WORDS)]);
  else take_in(shop, doc);
}

/** Open a force, in place of an empty first one; one of other rules becomes one of these, and what they do not have is said. */
function take_in(shop, doc) {
  const { state, game } = shop;
  const { rules } = doc.head;
  const here = rules === game.id ? doc : { ...doc, head: { ...doc.head, rules: game.id } };
  const wrong = here.units.flatMap(({ unit }) => shop.evaluated(unit).mistakes.map(([path, message]) => `${unit.name}: ${path.join(".")}: ${message}`));
  shop.next(add_force(alike(state.forces, [shop.empty([])]) ? { forces: [] } : state, here));
  const words = [
    ...(rules === game.id ? [] : [`This force was made for the rules '${rules}'. It is opened under '${game.id}', so its points may differ.`]),
    ...(wrong.length ? ["These rules do not have all of it. Put it right in the units named here:", ...wrong.slice(0, MOST_WORDS)] : []),
  ];
  if (words.length) shop.warning.say(words);
}
