// A card and where its lines stand → as many cards as it needs; mirrors tools/kr16/pdf/pieces.py.

/** Whether what a card says ends above its notice: the last two of its tops. */
export function fits(tops) {
  return tops.at(-2) <= tops.at(-1);
}

/** A card as several, each with what fits above the notice; a section stays whole if it fits a card. */
export function split(card, tops) {
  const above = (card.stats.length ? 1 : 0) + (card.ticks.length ? 1 : 0);
  const room = tops.at(-1) - tops[0];
  let left = tops.at(-1) - tops[above];
  const heights = tops.slice(above, -2).map((top, index) => tops[above + index + 1] - top);
  const parts = [[]];
  const next = () => {
    parts.push([]);
    left = room;
  };
  for (const section of card.sections) {
    const head = section.head.length ? heights.shift() : 0;
    const rows = section.rows.map((row) => [row, heights.shift()]);
    if (head + rows.reduce((sum, [, height]) => sum + height, 0) > left && parts.at(-1).length) next();
    let placed = [];
    for (const [row, height] of rows) {
      if ((placed.length || parts.at(-1).length) && height + (placed.length ? 0 : head) > left) {
        if (placed.length) parts.at(-1).push({ ...section, rows: placed });
        next();
        placed = [];
      }
      left -= height + (placed.length ? 0 : head);
      const [first, second] = left < 0 ? halves(row) : [row];
      placed.push(first);
      if (second) {
        parts.at(-1).push({ ...section, rows: placed });
        next();
        left -= head + height / 2;
        placed = [second];
      }
    }
    parts.at(-1).push({ ...section, rows: placed });
  }
  return numbered(parts.map((sections, index) => ({ ...card, sections, ...(index ? { stats: [], ticks: [] } : {}) })));
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
  for (let round = 0; round < tries; round++) {
    const tops = measure(found.flat());
    if (tops.every(fits)) break;
    let at = 0;
    found = found.map((parts) => {
      const divided = parts.flatMap((part) => {
        const own = tops[at++];
        return fits(own) ? [part] : split(part, own);
      });
      return divided.length > 1 ? numbered(divided) : divided;
    });
  }
  return found;
}
