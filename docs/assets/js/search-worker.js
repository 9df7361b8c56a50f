// Sections in, the hits for what a player types out: the worker that Material's search box talks to.
// A section is found by its names (title, aliases, what its table rows are called) and by its lines;
// the hit shows its best line, for that holds the answer. A plain script, so that it also runs from a folder.

const TITLE = 1, ALIAS = 0.99, ROW_NAME = 0.8, PAGE_NAME = 0.9, PAGE_WORD = 0.4, EXACT = {[TITLE]: 5, [ALIAS]: 3}, SAME_STEMS = 2;
const SYNONYM = 0.75, FILLS = 0.2, TOLD = 0.6, TYPO = {1: 1, 2: 0.6}, UNKNOWN = 2;
// Pages that weigh less than TOLD (tools/kr16/search.py) tell of the rules, or how files are written: they come behind a rule that says as much.
const HITS = 12, FEW = 6;

/** The words of a text: a number keeps its sign, plus and unit ("3+", "-1", "12cm"), "re-roll" is also "reroll". */
function words(text) {
  return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f'’]/g, "").replace(/[−–—]/g, "-")
    .replace(/(\d)-(?=\d)/g, "$1 ").replace(/(\d)\s+(?=(?:cm|mm|in)\b|%)/g, "$1").replace(/([a-z]+)-([a-z]+)(?:-([a-z]+))?/g, "$& $1$2$3")
    .match(/(?<![a-z0-9])[+-]?\d+(?:\.\d+)?(?:\+|%|(?:cm|mm|in)\b|[″"])?|[a-z][a-z0-9]*/g) ?? [];
}

/** A word without its ending, both spellings made one: "armoured" and "armor" are both "armor". A short one keeps its e: "loses" is not "los". */
function stem(word) {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  if (/^[^aeiou][aeiou][^aeiouwxy](?:e|es|ed|ing)$/.test(word)) return `${word.slice(0, 3)}e`;
  return word.replace(/z/g, "s").replace(/^(..+)our(?=(?:ed|ing|s)?$)/, "$1or").replace(/(..)ies$/, "$1y")
    .replace(/^(.{3,}?)(?:ing|ed|es|(?<!s)s|e)?$/, "$1").replace(/enc$/, "ens").replace(/([^aeiouls])\1$/, "$1");
}

// The same few words stand in many lines, so each is stemmed once.
const stemmed = new Map();
function stemOf(word) {
  if (!stemmed.has(word)) stemmed.set(word, stem(word));
  return stemmed.get(word);
}

const stems = text => words(text).map(stemOf);
// They count for FILLS, so that a question is as good as its few words that say something.
const FILLER = new Set("a an and any are be been by can cant could do does for from get gets give gives got has have how i if in into is it its many me much my of on or our per so some than that the their them then there they this to versus vs was we were what when where which while who whom whose why will with would you your".split(" ").map(stem));

/** How many letters to change, add, drop or swap to make one word of another; more than `most` is all the same. */
function distance(a, b, most) {
  let before = [], last = Array.from({length: b.length + 1}, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[b.length];
}

/** Read more sections into the index: the units (names and lines) of each. A section that is there already only gets more lines. */
function read(index, {docs, config}) {
  for (const doc of docs) {
    if (!index.places.has(doc.location)) index.places.set(doc.location, begin(index, doc));
    const at = index.places.get(doc.location), {lines} = index.docs[at];
    for (const line of doc.text.split("\n")) addLine(index, at, line, lines.push(line) - 1);
  }
  for (const [word, others] of Object.entries(config?.synonyms ?? {})) {
    for (const other of others.map(stemOf)) index.synonyms.set(other, [...index.synonyms.get(other) ?? [], stem(word)]);
  }
  index.forms = null;
}

/** Read the names of a section, which has no lines yet; return its number. */
function begin(index, doc) {
  const at = index.docs.push({...doc, lines: []}) - 1;
  addName(index, at, doc.title, TITLE);
  for (const tag of [(doc.location.split("#")[1] ?? "").replaceAll("-", " "), ...doc.tags ?? []]) {
    const [name, row] = tag.split(" = ");
    addName(index, at, name, ALIAS, row && doc.text.split("\n").findIndex(line => line.includes(row)));
  }
  if (doc.page) addName(index, at, `${doc.page} ${doc.title}`, PAGE_NAME);
  return at;
}

function addLine(index, doc, line, number) {
  const cells = line.split(" · "), row = cells.length > 1 && cells.find(cell => /[a-z]{2}/i.test(cell));
  if (row) addName(index, doc, row, ROW_NAME, number);
  add(index, doc, stems(line).filter(word => !FILLER.has(word)), 0, number);
}

/** Add a name; one of a few words again with each two written as one: "flame thrower" is "flamethrower". */
function addName(index, doc, name, worth, line) {
  const written = words(name), found = written.map(stemOf);
  add(index, doc, found, worth, line).written = written.join(" ");
  for (let i = 1; worth >= ALIAS && (index.docs[doc].boost ?? 1) >= TOLD && found.length < FEW && i < found.length; i++) add(index, doc, [...found.slice(0, i - 1), stem(written[i - 1] + written[i]), ...found.slice(i + 1)], worth, line);
}

/** Weigh each word by how few sections it stands in, and each unit by its words. */
function weigh(index) {
  for (const [word, entry] of index.vocabulary) entry.weight = FILLER.has(word) ? FILLS : Math.log(1 + index.docs.length / new Set(entry.units.map(unit => index.units[unit].doc)).size);
  for (const unit of index.units) unit.weight = unit.words.reduce((sum, word) => sum + index.vocabulary.get(word).weight, 0);
}

function add(index, doc, found, worth, line) {
  const unit = {doc, words: [...new Set(found)], worth, line};
  for (const word of unit.words) {
    if (!index.vocabulary.has(word)) index.vocabulary.set(word, {units: []});
    index.vocabulary.get(word).units.push(index.units.length);
  }
  index.units.push(unit);
  return unit;
}

/** The known words that a typed word may mean, each with how well it fits: itself, its beginning, a synonym, else a slip of the finger. */
function meanings(index, written, unfinished) {
  const found = new Map(), word = stem(written);
  mean(index, found, word, 1);
  if (FILLER.has(word) && !(unfinished && word.length < 4)) return found;
  if (unfinished ? word.length > 1 : word.length > 3 && !found.size) {
    for (const known of index.vocabulary.keys()) if (known !== word && known.startsWith(word)) found.set(known, 0.5 + 0.4 * word.length / known.length);
  }
  if (!found.size) for (const [known, away] of slips(index, written)) mean(index, found, known, TYPO[away]);
  return found;
}

/** Add a word to those that were meant, and what it stands for. */
function mean(index, found, word, fit) {
  if (index.vocabulary.has(word)) found.set(word, fit);
  for (const other of index.synonyms.get(word) ?? []) if (index.vocabulary.has(other) && !found.has(other)) found.set(other, fit * SYNONYM);
}

/** The known words nearest to a mistyped one, as both are written or without their endings: at most one letter off, or two in a longer word. */
function slips(index, written) {
  let most = /\d/.test(written) || written.length < 4 ? 0 : written.length < 6 ? 1 : 2;
  const found = new Map(), tried = [...new Set([written, stem(written)])].map(word => [word, letters(word)]);
  for (const {form, word, bits} of most ? forms(index) : []) {
    for (const [typed, own] of tried) {
      if (Math.abs(typed.length - form.length) > most || count(own ^ bits) > 2 * most) continue;
      const away = distance(typed, form, most);
      if (away > most) continue;
      if (away < most) found.clear();
      most = away;
      found.set(word, away);
    }
  }
  return found;
}

/** Each known word as it is written, and without its ending; listed when the first slip asks for it. */
function forms(index) {
  return index.forms ??= [...new Map([...[...index.vocabulary.keys(), ...index.synonyms.keys()].map(word => [word, word]), ...stemmed])]
    .map(([form, word]) => ({form, word, bits: letters(form)}));
}

/** The letters of a word as bits, and how many bits are set: two words with many different letters are far apart. */
const letters = word => [...word].reduce((bits, char) => bits | 1 << char.charCodeAt(0) % 32, 0);
function count(bits) {
  let ones = 0;
  for (; bits; bits &= bits - 1) ones++;
  return ones;
}

/** The sections that answer a query, best first, each with its best line. */
function find(index, query) {
  const asked = new Map(words(query).slice(0, 16).map(word => [stem(word), word])), typed = [...asked.keys()];
  if (!typed.length) return [];
  const fits = typed.map((word, i) => meanings(index, asked.get(word), i === typed.length - 1 && /\S$/.test(query)));
  typed.forEach((word, i) => {
    const joined = i ? stem(asked.get(typed[i - 1]) + asked.get(word)) : "";
    if (index.vocabulary.has(joined)) for (const fit of [fits[i - 1], fits[i]]) fit.set(joined, 1);
  });
  const weight = word => index.vocabulary.get(word)?.weight;
  const weights = fits.map((fit, i) => FILLER.has(typed[i]) ? FILLS : weight(typed[i]) ?? (fit.size ? Math.max(...[...fit.keys()].map(weight)) : UNKNOWN));
  return ranked(index, fits, weights, words(query).join(" ")).slice(0, HITS);
}

function ranked(index, fits, weights, written) {
  const whole = weights.reduce((a, b) => a + b), sums = new Float32Array(index.units.length), covers = new Float32Array(index.docs.length);
  const touched = new Set();
  fits.forEach((fit, i) => {
    const inThis = new Map(), inDoc = new Map();
    for (const [word, quality] of fit) {
      const {units, weight} = index.vocabulary.get(word), found = quality * (weight < weights[i] ? Math.sqrt(weight * weights[i]) : weights[i]);
      for (const unit of units) if (found > (inThis.get(unit) ?? 0)) inThis.set(unit, found);
    }
    for (const [unit, found] of inThis) {
      const {doc, worth} = index.units[unit], here = found / weights[i] * (worth === PAGE_NAME ? PAGE_WORD : 1);
      sums[unit] += found;
      touched.add(unit);
      if (here > (inDoc.get(doc) ?? 0)) inDoc.set(doc, here);
    }
    for (const [doc, quality] of inDoc) covers[doc] += weights[i] * quality / whole;
  });
  const scores = new Map(), meant = new Set(fits.flatMap(fit => [...fit].filter(([, quality]) => quality === 1).map(([word]) => word)));
  for (const number of touched) {
    const unit = index.units[number], share = sums[number] / whole;
    if (!scores.has(unit.doc)) scores.set(unit.doc, {doc: unit.doc, name: 0, exact: 0, line: 0, at: -1});
    const score = scores.get(unit.doc);
    if (unit.worth) score.name = Math.max(score.name, unit.worth * 2 * sums[number] / (whole + unit.weight));
    if (unit.worth >= ALIAS && share > 0.999 && unit.words.every(word => meant.has(word))) score.exact = Math.max(score.exact, unit.written === written ? EXACT[unit.worth] : SAME_STEMS);
    const line = share * (unit.worth === ROW_NAME ? 1.2 : 0.8 + 0.2 * Math.min(1, sums[number] / unit.weight));
    if (unit.line !== undefined && line > score.line) [score.line, score.at] = [line, unit.line];
  }
  const boost = doc => index.docs[doc].boost ?? 1, best = Math.max(...[...scores.keys()].map(doc => boost(doc) < TOLD ? 0 : covers[doc]));
  for (const score of scores.values()) {
    const cover = covers[score.doc], behind = boost(score.doc) < TOLD && cover <= best ? 0.5 : 1;
    score.total = behind * boost(score.doc) * (score.exact + 3 * score.name ** 1.5 + 2 * cover + score.line) * (0.4 + 0.6 * cover);
  }
  const known = new Set(fits.flatMap(fit => [...fit].filter(([, quality]) => quality !== SYNONYM).map(([word]) => word)));
  return [...scores.values()].sort((a, b) => b.total - a.total || a.doc - b.doc).map(score => ({...score, known}));
}

const escaped = text => text.replace(/[&<>"]/g, char => `&#${char.charCodeAt(0)};`);

/** A text as HTML, the words that were looked for marked. */
function marked(text, known) {
  return text.split(/([^\s·,.;:()]+)/).map((part, i) => i % 2 && stems(part).some(word => known.has(word) && !FILLER.has(word)) ? `<mark>${escaped(part)}</mark>` : escaped(part)).join("");
}

// A section's own numbers: "5+, move up to 10 cm" or "Range 30 cm · DV 2"; a table's row begins with a name.
const NUMBERS = /^(?:\d\+|[^·]*[\d?][^·]* · )/;

/** The lines that a hit shows: the section's numbers if it begins with them, and the line that answers. */
function answer(doc, at) {
  const first = doc.lines[0] ?? "", shown = at > 0 && NUMBERS.test(first) ? [first, doc.lines[at]] : [doc.lines[Math.max(at, 0)]];
  return shown.map(line => line.length > 180 ? `${line.slice(0, line.lastIndexOf(" ", 180))} …` : line);
}

/** A hit in the form that Material's search box draws: all of it is in the title, which may be HTML. */
function drawn({doc, at, total, known}, docs) {
  const {location, title, page} = docs[doc];
  const where = page ? ` <span class="kr-hit__page">${escaped(page)}</span>` : "";
  const lines = answer(docs[doc], at).filter(Boolean).map(line => ` <span class="kr-hit__answer">${marked(line, known)}</span>`).join("");
  return [{location, title: `<span class="kr-hit__title">${marked(title, known)}</span>${where}${lines}`, text: "", terms: {}, score: total}];
}

/** The hits as Material's box draws them, for as long as its script is not there; their class tells them from its own. */
function list(hits) {
  const address = location => escaped(new URL(`../../${location}`, self.location).href);
  const item = ([{location, title}]) => `<li class="md-search-result__item kr-hit--early"><a href="${address(location)}" class="md-search-result__link" tabindex="-1"><article class="md-search-result__article md-typeset"><h1>${title}</h1></article></a></li>`;
  return hits.map(item).join("");
}

// What is said between page and worker: the first four are Material's. EARLY asks for hits, and answers with them, as HTML;
// MORE tells whoever asks, or has asked, that more can be searched than before.
const SETUP = 0, READY = 1, QUERY = 2, RESULT = 3, MORE = 4, EARLY = 5;
const index = {docs: [], places: new Map(), vocabulary: new Map(), units: [], synonyms: new Map()};
// The rules themselves stand in this script (tools/kr16/index.py puts them there), so that they are searched as soon as it is here.
let first = self.FIRST, whole = false;

/** Read the rules. */
function start() {
  if (!first) return;
  read(index, first);
  weigh(index);
  first = null;
}

/** Read the rest, which comes once. */
function complete(rest) {
  if (whole) return;
  whole = true;
  start();
  read(index, rest);
  weigh(index);
  postMessage({type: MORE});
}

// The newest question, until it is answered.
let asked = null;

addEventListener("message", ({data: {type, data}}) => {
  if (type === SETUP) {
    if (data.docs) complete(data);
    postMessage({type: READY});
  } else if (type === QUERY || type === EARLY) {
    // The answer comes after the messages that wait by now, so that of many questions only the last is worked on.
    if (!asked) setTimeout(reply);
    asked = {type, query: data};
  }
});

/** Answer the newest question, and say which it was. */
function reply() {
  const {type, query} = asked;
  asked = null;
  start();
  const items = find(index, query).map(hit => drawn(hit, index.docs));
  postMessage(type === QUERY ? {type: RESULT, data: {items}, query} : {type: EARLY, data: list(items)});
}

// A worker hears nothing before its script has ended and the page, which may be busy, has learnt of it: so the rules are read after that.
// From a folder Material brings the whole, for there a script may fetch nothing.
if (self.WorkerGlobalScope) {
  postMessage({type: MORE});
  setTimeout(start);
  fetch(new URL("../../search/search_index.json", location)).then(answer => answer.json()).then(complete);
}
