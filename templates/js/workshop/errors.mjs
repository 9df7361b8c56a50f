// A word and the known ones → "did you mean"; the same words as tools/kr16/errors.py, the same nearness as Python's difflib.

/** "; did you mean 'x'?" for the nearest known word, else a list of the known ones if it is short; of a map of records, first for the one that is called so. */
export function suggestion(word, known) {
  if (known instanceof Map) {
    const spoken = (name) => String(name).toLowerCase().replaceAll("-", " ");
    for (const [id, record] of known) if ([record.name, ...(record.aliases ?? [])].some((name) => spoken(name) === spoken(word))) return `; did you mean '${id}'?`;
    return suggestion(word, [...known.keys()]);
  }
  const folded = new Map(known.map((one) => [one.toLowerCase(), one]));
  const near = nearest([...String(word)].slice(0, 100).join("").toLowerCase(), [...folded.keys()]);
  if (near !== undefined) return `; did you mean '${folded.get(near)}'?`;
  return known.length > 0 && known.length <= 12 ? `; known: ${known.join(", ")}` : "";
}

/** A value as a message shows it: short and on one line. */
export function shown(value) {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  return typeof value === "string" ? quoted(cut(value)) : String(value);
}

/** A text between quotes, what cannot be printed written as a code. */
export function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = text.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`);
  return mark + inside.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`) + mark;
}

export function cut(text, length = 60) {
  const signs = [...text];
  return signs.length <= length ? text : `${signs.slice(0, length - 1).join("")}…`;
}

function nearest(word, known, cutoff = 0.6) {
  let best;
  for (const one of known) {
    const score = ratio(one, word);
    if (score >= cutoff && (!best || score > best.score || (score === best.score && one > best.one))) best = { score, one };
  }
  return best?.one;
}

function ratio(a, b) {
  const length = a.length + b.length;
  return length ? (2 * matching(a, b, 0, a.length, 0, b.length)) / length : 1;
}

/** How many letters two words share: the longest common run, then the same to its left and right. */
function matching(a, b, fromA, toA, fromB, toB) {
  let [bestA, bestB, size] = [fromA, fromB, 0];
  let runs = new Map();
  for (let i = fromA; i < toA; i++) {
    const next = new Map();
    for (let j = fromB; j < toB; j++) {
      if (a[i] !== b[j]) continue;
      const run = (runs.get(j - 1) ?? 0) + 1;
      next.set(j, run);
      if (run > size) [bestA, bestB, size] = [i - run + 1, j - run + 1, run];
    }
    runs = next;
  }
  if (!size) return 0;
  return size + matching(a, b, fromA, bestA, fromB, bestB) + matching(a, b, bestA + size, toA, bestB + size, toB);
}
