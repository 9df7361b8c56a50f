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

/** Small letters, without accents, hyphens as spaces. */
const fold = text => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/[\s\u00a0‐‑-]+/g, " ").trim();

/**
 * The order of two cells: by number if both begin with one, else by letter; what has nothing to say comes last either way.
 * @param {string} a
 * @param {string} b
 * @param {boolean} falling the largest first
 */
export function compare(a, b, falling = false) {
  const [x, y] = [a, b].map(number), [none, other] = [a, b].map(text => /^[\s—–?-]*$/.test(text) || text === "none");
  if (none || other) return none - other;
  const order = Number.isNaN(x) || Number.isNaN(y) ? Number.isNaN(x) - Number.isNaN(y) || a.localeCompare(b, "en") : x - y;
  return falling ? -order : order;
}

const number = text => parseFloat(text.replace("−", "-").replace("½", ".5").replace("¼", ".25").replace("¾", ".75").replace(/^[^\d.+-]+/, "x"));
