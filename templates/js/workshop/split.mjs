// A card and where its lines stand → as many cards as it needs; mirrors tools/kr16/pdf/pieces.py.

/** Whether what a card says ends above its notice: the last two of its tops. */
export function fits(tops) {
  return tops.at(-2) <= tops.at(-1);
}

/** A card as several, each with what fits above the notice; a section stays whole if it fits a card, else it is divided evenly. */
export function split(card, tops) {
  const above = (card.stats.length ? 1 : 0) + (card.ticks.length ? 1 : 0);
  const room = tops.at(-1) - tops[0];
  let left = tops.at(-1) - tops[above];
  const heights = tops.slice(above, -2).map((top, index) => tops[above + index + 1] - top);
  const parts = [[]];
  for (const section of card.sections) {
    const head = section.head.length ? heights.shift() : 0;
    const rows = section.rows.map((row) => [row, heights.shift()]);
    const high = rows.map(([, height]) => height);
    const whole = high.reduce((sum, height) => sum + height, head);
    const most = whole > room ? even(high, head, left, room) : room;
    if (whole <= room && whole > left && parts.at(-1).length) {
      parts.push([]);
      left = room;
    }
    let placed = [];
    let used = head;
    const next = (begun, first) => {
      if (placed.length) parts.at(-1).push({ ...section, rows: placed });
      parts.push([]);
      [left, used, placed] = [room, begun, first];
    };
    for (const [row, height] of rows) {
      if ((placed.length || parts.at(-1).length) && used + height > Math.min(left, most)) next(head, []);
      used += height;
      const [first, second] = used > left ? halves(row) : [row];
      placed.push(first);
      if (second) next(head + height / 2, [second]);
    }
    parts.at(-1).push({ ...section, rows: placed });
    left -= used;
  }
  return numbered(parts.map((sections, index) => ({ ...card, sections, ...(index ? { stats: [], ticks: [] } : {}) })));
}

/** How little of a card a section may fill so that it still stands on as few cards as if it filled each. */
function even(heights, head, left, room) {
  const fewest = count(heights, head, left, room, room);
  let most = room;
  while (most > 1 && count(heights, head, left, room, most - 1) === fewest) most -= 1;
  return most;
}

function count(heights, head, left, room, most) {
  let [found, used, free] = [1, head, Math.min(left, most)];
  for (const height of heights) {
    if (used + height > free) [found, used, free] = [found + 1, head, Math.min(room, most)];
    used += height;
  }
  return found;
}

function halves(row) {
  const words = row.text.split(" ");
  if (words.length < 2) return [row];
  const middle = Math.floor(words.length / 2);
  return [{ ...row, text: words.slice(0, middle).join(" ") }, { ...row, cells: [], name: "", text: words.slice(middle).join(" ") }];
}

export function numbered(parts) {
  return parts.map((part, index) => ({ ...part, part: `${index + 1} of ${parts.length}` }));
}

/** The parts of each card, divided until all fit; `measure` gives the tops of each card's lines. */
export function fitted(cards, measure, tries = 6) {
  let found = cards.map((card) => [card]);
  const whole = [];
  const lowered = cards.map(() => -1);
  for (let round = 0; round < tries; round++) {
    const tops = measure(found.flat());
    if (tops.every(fits)) break;
    found = found.map((parts, index) => {
      const own = tops.splice(0, parts.length);
      whole[index] ??= own[0];
      if (own.every(fits)) return parts;
      const by = own[0][0] - whole[index][0];
      if (by > lowered[index]) {
        lowered[index] = by;
        return several(split(cards[index], whole[index].map((top, at, all) => (at < all.length - 1 ? top + by : top))));
      }
      return several(parts.flatMap((part, at) => (fits(own[at]) ? [part] : split(part, own[at]))));
    });
  }
  return found;
}

/** Parts numbered, where they are more than one. */
const several = (parts) => (parts.length > 1 ? numbered(parts) : parts.map((part) => ({ ...part, part: "" })));
