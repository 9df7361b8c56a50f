// Sizes of cards and papers → places for cards on a sheet, and lines to cut along; mirrors tools/kr16/pdf/sizes.py and impose.py. In mm.

const [MARK_LENGTH, MARK_GAP] = [5, 1];

/** The places on a sheet: columns and rows around its middle, upright or turned, whichever holds more. */
export function grid(paper, { width, height }, margin) {
  const fits = (length, card) => Math.floor((length - 2 * margin + 0.01) / card);
  const turned = [paper, paper.toReversed()].map((sheet) => ({ paper: sheet, columns: fits(sheet[0], width), rows: fits(sheet[1], height) }));
  const places = (one) => one.columns * one.rows;
  const best = places(turned[0]) >= places(turned[1]) ? turned[0] : turned[1];
  const left = (best.paper[0] - best.columns * width) / 2;
  const top = (best.paper[1] - best.rows * height) / 2;
  return { ...best, places: places(best), corner: (place) => [left + (place % best.columns) * width, top + Math.floor(place / best.columns) * height] };
}

/** [x, y, x, y] of each line: outlines of the cards, or marks at the edge of the paper, short or full. */
export function lines(places, count, { width, height }, marks, margin) {
  const corners = Array.from({ length: count }, (_, place) => places.corner(place));
  if (marks === "none") return corners.flatMap(([x, y]) => [[x, y, x + width, y], [x, y + height, x + width, y + height], [x, y, x, y + height], [x + width, y, x + width, y + height]]);
  const edges = (of, length) => [...new Set(corners.flatMap((corner) => [corner[of], corner[of] + length].map((edge) => edge.toFixed(3))))].map(Number).sort((a, b) => a - b);
  const [xs, ys] = [edges(0, width), edges(1, height)];
  const [across, down] = places.paper;
  if (marks === "full") return [...xs.map((x) => [x, margin, x, down - margin]), ...ys.map((y) => [margin, y, across - margin, y])];
  const [left, right, top, bottom] = [xs[0], xs.at(-1), ys[0], ys.at(-1)];
  const out = MARK_GAP + MARK_LENGTH;
  return [
    ...xs.flatMap((x) => [[x, Math.max(top - out, 0), x, top - MARK_GAP], [x, bottom + MARK_GAP, x, Math.min(bottom + out, down)]]),
    ...ys.flatMap((y) => [[Math.max(left - out, 0), y, left - MARK_GAP, y], [right + MARK_GAP, y, Math.min(right + out, across), y]]),
  ];
}
