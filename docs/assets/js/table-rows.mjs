// What a table's cells say → which rows to show, and in which order.

/**
 * Whether a row holds every word of a query, wherever and in whatever case.
 * @param {string} text
 * @param {string} query
 */
export function holds(text, query) {
  const plain = fold(text);
  return fold(query).split(" ").every(word => plain.includes(word));
}

/**
 * Whether a row of cells, each its column's name and its text, holds every word of a query; a number behind a column's name is looked
 * for in that column alone, at its start: "dv 3" leaves what has DV 3, whatever its range is.
 * @param {[string, string][]} cells
 * @param {string} query
 */
export function keeps(cells, query) {
  let rest = ` ${fold(query)} `;
  for (const [head, text] of cells) {
    const name = ` ${fold(head)} `, at = rest.indexOf(name), [asked] = at < 0 ? [] : rest.slice(at + name.length).match(/^\d\S*/) ?? [];
    if (!asked) continue;
    if (bare(fold(text).split(" ")[0]) !== bare(asked)) return false;
    rest = rest.replace(name + asked, "");
  }
  return holds(cells.flat().join(" "), rest);
}

/** Small letters, without accents, hyphens as spaces, a distance in one word. */
const fold = text => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[\s\u00a0‐‑-]+/g, " ").replace(/(\d) (?=cm\b)/g, "$1").trim();

/** A number without the plus or the unit behind it: "5" asks for a save of "5+", "32" for a range of "32cm". */
const bare = word => word.replace(/^(\d+)(\+|[a-z″"]+)$/, "$1");

/**
 * The order of two cells: by number if both begin with one, else by letter; words come behind numbers, and what has nothing to say last, either way.
 * @param {string} a
 * @param {string} b
 * @param {boolean} falling the largest first
 */
export function compare(a, b, falling = false) {
  const [x, y] = [a, b].map(number), [none, other] = [a, b].map(text => /^[\s—–?-]*$/.test(text) || text === "none");
  if (none || other) return none - other;
  const [word, words] = [x, y].map(Number.isNaN);
  if (word !== words) return word - words;
  const order = word ? a.localeCompare(b, "en") : x - y;
  return falling ? -order : order;
}

const number = text => parseFloat(text.replace("−", "-").replace("½", ".5").replace("¼", ".25").replace("¾", ".75").replace(/^[^\d.+-]+/, "x"));
