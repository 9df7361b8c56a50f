// Sections in, the hits for what a player types out: the worker that Material's search box talks to.
// A section is found by its names (title, aliases, what its table rows are called) and by its lines;
// the hit shows its best line, for that holds the answer. A plain script, so that it also runs from a folder.

// What a name is worth, and how much more if it is all that was typed, letter by letter or but for its endings.
const TITLE = 1, ALIAS = 0.99, PAGE_NAME = 0.9, ROW_NAME = 0.8, EXACT = {[TITLE]: 5, [ALIAS]: 3}, SAME_STEMS = 2;
// What a word is worth that only the page's name has, and one that a line has, but the section's title too; how well such lines answer as are not plain sentences.
const PAGE_WORD = 0.4, TITLED = 0.3, WEAK = 0.3, A_ROW = 1.1;
// How well a word fits what was typed. No beginning of a word fits as well as a synonym does, so that how well a word fits tells which it is.
const SYNONYM = 0.81, APART = 0.8, TYPO = {1: 1, 2: 0.6};
// The weight of a word that says little, and of one that the game has not.
const FILLS = 0.15, UNKNOWN = 2;
// Pages that weigh less (tools/kr16/search.py) tell of the rules, or how files are written: they come behind a rule that says as much.
const TOLD = 0.6;
// How many hits are shown, the words of a name that are few, and the letters of a line that a hit has room for.
const HITS = 12, FEW = 6, LENGTH = 180;

// Words

const WRITTEN = new Map("two three four five six seven eight".split(" ").map((word, i) => [word, i + 2]));
// Hand to hand, as far as it is typed, is one word: its "hand" is not that of "by hand", nor is what is close to something in close combat.
const MELEE = /\bhand[- ]to+(?:[- ]ha?n?d?)?\b|\bclose[- ](?:combat|quarters)\b/g;

/** The words of a text: a number keeps its sign, plus and unit ("3+", "-1", "12cm"), "minus 1" is "-1" and "six" is "6", "re-roll" is also "reroll". */
function words(text) {
  return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f'’]/g, "").replace(MELEE, "handtohand").replace(/[−–—]|minus (?=\d)/g, "-").replace(/plus (?=\d)/g, "+").replace(/[a-z]+/g, word => WRITTEN.get(word) ?? word)
    .replace(/(\d)-(?=\d)/g, "$1 ").replace(/(\d)\s+(?=(?:cm|mm|in)\b|%)/g, "$1").replace(/([a-z]+)-([a-z]+)(?:-([a-z]+))?/g, "$& $1$2$3")
    .match(/(?<![a-z0-9])[+-]?\d+(?:\.\d+)?(?:\+|%|(?:cm|mm|in)\b|[″"])?|[a-z][a-z0-9]*/g) ?? [];
}

/** A word without its ending, both spellings made one: "armoured" and "armor" are both "armor". A short one keeps its e: "loses" is not "los". */
function stem(word) {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  if (/^[^aeiou][aeiou][^aeiouwxy](?:e|es|ed|ing)$/.test(word)) return `${word.slice(0, 3)}e`;
  return word.replace(/z/g, "s").replace(/^(..+)our(?=(?:ed|ing|s)?$)/, "$1or").replace(/(..)ies?$/, "$1y").replace(/(...ct)ion$/, "$1")
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
const FILLER = new Set("a always an and any are be been between by can cant could count difference do does far for from get gets give gives got has have how i if in into is it its long many me mean much my now of on or our per so some still than that the their them then there they this to use versus vs was we were what when where which while who whom whose why will with would you your".split(" ").map(stem));

// The index

// An example, or a line that is neither a sentence nor a row, such as a list of names, answers less well than the rule itself.
const ASIDE = /^Example: |^Counts as a |^[^·]*[^·.:!?]$/;
// A row of a chart begins with what is rolled for it: "4", "5–6" or "8+". Of the rows, the one of a number that was typed answers best.
const ROLLED = /^(\d)(?:–(\d)|(\+))? · /, ON_THE_ROLL = 3;
// What modifies a roll is often named by its number alone: −1.
const SIGNED = /^[+-]\d+$/;

/** Read more sections into the index: the units (names and lines) of each. A section that is there already only gets more lines. */
function read(index, {docs, config}) {
  for (const doc of docs) {
    if (!index.places.has(doc.location)) index.places.set(doc.location, begin(index, doc));
    const at = index.places.get(doc.location), {lines} = index.docs[at];
    for (const line of doc.text.split("\n")) addLine(index, at, line, lines.push(line) - 1);
  }
  for (const [word, others] of Object.entries(config?.synonyms ?? {})) {
    const meant = stems(word).at(-1);
    for (const other of others.map(stemOf)) index.synonyms.set(other, [...index.synonyms.get(other) ?? [], meant]);
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

/** Whether a row is of one of the numbers that were typed. */
function isRolled([from, to, more], numbers) {
  return numbers.some(number => number >= from && (more || number <= (to ?? from)));
}

function addLine(index, doc, line, number) {
  const cells = line.split(" · "), row = cells.length > 1 && cells.find(cell => /[a-z]{2}/i.test(cell));
  if (row && !row.includes(": ")) addName(index, doc, row, ROW_NAME, number);
  const said = [...stems(line).filter(word => !FILLER.has(word)), ...row ? cells.flatMap(together) : []];
  const unit = add(index, doc, said.some(word => SIGNED.test(word)) ? [...said, "modifier"] : said, 0, number);
  unit.answers = ASIDE.test(line) ? WEAK : row ? A_ROW : 1;
  unit.rolled = row ? ROLLED.exec(line)?.slice(1) : null;
}

/** A cell that is a word and its number, as one: in "DV 3 · Points 8" the DV is 3 and not 8. */
function together(cell) {
  const [word, number, ...more] = stems(cell);
  return /\d/.test(number) && !more.length ? [`=${word}${number}`] : [];
}

/** Add a name; one of a few words again with each two written as one: "flame thrower" is "flamethrower". */
function addName(index, doc, name, worth, line) {
  const written = words(name), found = written.map(stemOf);
  add(index, doc, found, worth, line).written = written.join(" ");
  const [only, ...others] = found.filter(word => !FILLER.has(word));
  if (worth >= ALIAS && only && !others.length) index.names.add(only);
  if (worth === TITLE && others.length) index.kinds.set(others.at(-1), 1 + (index.kinds.get(others.at(-1)) ?? 0));
  for (let i = 1; worth >= ALIAS && (index.docs[doc].boost ?? 1) >= TOLD && found.length < FEW && i < found.length; i++) add(index, doc, [...found.slice(0, i - 1), stemOf(written[i - 1] + written[i]), ...found.slice(i + 1)], worth, line);
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

// What a typed word may mean

/** The known words that a typed word may mean, each with how well it fits: itself, its beginning, a synonym, else what it is short for or a slip of the finger. */
function meanings(index, written, unfinished) {
  const found = new Map(), word = stem(written);
  mean(index, found, word, 1);
  if (FILLER.has(word) && !(unfinished && word.length < 4)) return found;
  if (unfinished ? word.length > 1 : word.length > 3 && !found.size) {
    for (const known of index.vocabulary.keys()) if (known !== word && known.startsWith(word)) found.set(known, (found.has(word) ? 0.5 : 1) * (0.5 + 0.4 * word.length / known.length));
  }
  for (const guess of [abbreviated, slips]) if (!found.size) for (const [known, away] of guess(index, written)) mean(index, found, known, TYPO[away]);
  return found;
}

/** Add a word to those that were meant, and what it stands for; a number is also that or more. */
function mean(index, found, word, fit) {
  if (index.vocabulary.has(word)) found.set(word, fit);
  if (/^\d$/.test(word) && index.vocabulary.has(`${word}+`)) found.set(`${word}+`, APART);
  for (const other of index.synonyms.get(word) ?? []) if (index.vocabulary.has(other) && !found.has(other)) found.set(other, fit * SYNONYM);
}

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

/**
 * The known words nearest to a mistyped one, as both are written: at most one letter off, or two in a longer word. The first letter
 * is right, or is only left out or comes second, unless the word is long and nothing else is wrong: "rail" is not "fail".
 */
function slips(index, written) {
  let most = /\d/.test(written) || written.length < 4 ? 0 : written.length < 6 ? 1 : 2;
  const found = new Map(), own = letters(written);
  for (const {form, word, bits} of most ? forms(index) : []) {
    if (Math.abs(written.length - form.length) > most || count(own ^ bits) > 2 * most) continue;
    const away = distance(written, form, most);
    const short = written.length < 6 || away > 1, begins = written[0] === form[0] || written[0] === form[1];
    if (away > most || short && !begins || away > 1 && written.length < 7 && form.length < 7) continue;
    if (away < most) found.clear();
    most = away;
    found.set(word, away);
  }
  return found;
}

/** The known words that a word without vowels is short for, with one more letter left out at most: "snpr", "dmg", "atk". */
function abbreviated(index, written) {
  const found = new Map(), inOrder = /^.[^aeiou\d]{2,7}$/.test(written) && new RegExp(`^${[...written].join(".?")}$`);
  for (const {form, word} of inOrder ? forms(index) : []) {
    const bones = form[0] === written[0] ? form.replace(/(?<!^)[aeiou]|(.)(?=\1)/g, "") : "", away = bones.length - written.length;
    if (away < 2 && inOrder.test(bones)) found.set(word, away + 1);
  }
  return found;
}

/** Each known word as it is written, and without its ending; listed when the first slip asks for it. */
function forms(index) {
  return index.forms ??= [...stemmed].filter(([, word]) => index.vocabulary.has(word) || index.synonyms.has(word))
    .map(([form, word]) => ({form, word, bits: letters(form)}));
}

/** The letters of a word as bits, and how many bits are set: two words with many different letters are far apart. */
const letters = word => [...word].reduce((bits, char) => bits | 1 << char.charCodeAt(0) % 32, 0);
function count(bits) {
  let ones = 0;
  for (; bits; bits &= bits - 1) ones++;
  return ones;
}

// The hits

/** The sections that answer a query, best first, each with its best line. */
function find(index, query) {
  const asked = new Map(words(query).slice(0, 16).map(word => [stem(word), word])), typed = [...asked.keys()];
  if (!typed.length) return [];
  const fits = typed.map((word, i) => meanings(index, asked.get(word), i === typed.length - 1 && /\S$/.test(query)));
  for (let i = 1; i < typed.length; i++) meet(index, [typed[i - 1], typed[i]], stem(asked.get(typed[i - 1]) + asked.get(typed[i])), [fits[i - 1], fits[i]]);
  const weight = word => index.vocabulary.get(word)?.weight;
  const weights = fits.map((fit, i) => FILLER.has(typed[i]) ? FILLS : weight(typed[i]) ?? (fit.size ? Math.max(...[...fit.keys()].map(weight)) : UNKNOWN));
  const essential = fits.filter((_, i) => !FILLER.has(typed[i]));
  return strange(index, essential) ? [] : ranked(index, fits, weights, essential, words(query).join(" ")).slice(0, HITS);
}

/** Two words side by side may be one ("flame thrower"), or a cell of a table ("DV 8"): then rows that have them apart fit less. */
function meet(index, [one, other], joined, fits) {
  const known = word => index.vocabulary.has(word), cell = [`=${one}${other}`, `=${other}${one}`].find(known);
  for (const fit of fits) {
    if (cell) for (const [word, quality] of fit) if (quality === 1) fit.set(word, APART);
    for (const both of [joined, cell].filter(known)) fit.set(both, 1);
  }
}

/**
 * Whether a query is of something that the game, when all is read, does not know: half of its words or more, and the others name nothing.
 * What ends several titles is a kind of thing: of "plasma rifle" the rifles that there are tell nothing.
 */
function strange(index, essential) {
  const known = essential.filter(fit => fit.size), another = (word, i) => i && !essential[i - 1].size && index.kinds.get(word) > 1;
  const named = (fit, i) => [...fit].some(([word, quality]) => quality !== SYNONYM && (quality === 1 || Math.max(...fit.values()) < 1) && index.names.has(word) && !another(word, i));
  return whole && essential.length > 0 && known.length * 2 <= essential.length && !essential.some(named);
}

/** How much of what was typed each unit has, how much of that its section's title does not tell already, and how much each section has in all. */
function tally(index, fits, weights) {
  const [sums, tells] = [0, 0].map(() => new Float32Array(index.units.length)), covers = new Float32Array(index.docs.length), touched = new Set();
  fits.forEach((fit, i) => {
    const inThis = new Map(), inDoc = new Map(), titled = new Set();
    for (const [word, quality] of fit) {
      const {units, weight} = index.vocabulary.get(word), found = quality * (weight < weights[i] ? Math.sqrt(weight * weights[i]) : weights[i]);
      for (const unit of units) {
        if (found > (inThis.get(unit) ?? 0)) inThis.set(unit, found);
        // What the section's title says already, its lines need not tell.
        if (quality === 1 && index.units[unit].worth === TITLE) titled.add(index.units[unit].doc);
      }
    }
    for (const [unit, found] of inThis) {
      const {doc, worth} = index.units[unit], here = found / weights[i] * (worth === PAGE_NAME ? PAGE_WORD : 1);
      sums[unit] += found;
      tells[unit] += found * (titled.has(doc) ? TITLED : 1);
      touched.add(unit);
      if (here > (inDoc.get(doc) ?? 0)) inDoc.set(doc, here);
    }
    for (const [doc, quality] of inDoc) covers[doc] += weights[i] * quality;
  });
  return {sums, tells, covers, touched};
}

/** The sections that have any of it, best first: by what they are called, what they cover and their best line. */
function ranked(index, fits, weights, essential, written) {
  const whole = weights.reduce((a, b) => a + b), {sums, tells, covers, touched} = tally(index, fits, weights);
  const scores = new Map(), meant = new Set(fits.flatMap(fit => [...fit].filter(([, quality]) => quality === 1).map(([word]) => word)));
  const numbers = written.match(/(?<![+-])\b\d\b(?!\+)/g) ?? [];
  for (const number of touched) {
    const unit = index.units[number], share = sums[number] / whole;
    if (!scores.has(unit.doc)) scores.set(unit.doc, {doc: unit.doc, name: 0, exact: 0, line: 0, told: 0, at: -1});
    const score = scores.get(unit.doc);
    if (unit.worth) score.name = Math.max(score.name, unit.worth * 2 * sums[number] / (whole + unit.weight));
    if (unit.worth >= ALIAS && essential.every(fit => unit.words.some(word => fit.get(word) === 1)) && unit.words.every(word => meant.has(word))) {
      const exact = unit.written === written ? EXACT[unit.worth] : SAME_STEMS;
      if (exact > score.exact) [score.exact, score.row] = [exact, unit.line ?? 0];
    }
    if (unit.line === undefined) continue;
    const part = (unit.worth === ROW_NAME ? 1.2 : 0.8 + 0.2 * Math.min(1, sums[number] / unit.weight)) * (unit.answers ?? 1);
    const told = part * tells[number] * (unit.rolled && isRolled(unit.rolled, numbers) ? ON_THE_ROLL : 1);
    score.line = Math.max(score.line, part * share);
    if (told > score.told) [score.told, score.at, score.share] = [told, unit.line, tells[number]];
    if (unit.line === 0) score.first = Math.max(score.first ?? 0, tells[number]);
  }
  const boost = doc => index.docs[doc].boost ?? 1, best = Math.max(...[...scores.keys()].map(doc => boost(doc) < TOLD ? 0 : covers[doc])) / whole;
  for (const score of scores.values()) {
    const cover = covers[score.doc] / whole, behind = boost(score.doc) < TOLD && cover <= best ? 0.5 : 1;
    score.total = behind * boost(score.doc) * (score.exact + 3 * score.name ** 1.5 + 2 * cover + score.line) * (0.4 + 0.6 * cover);
  }
  const known = new Map(essential.flatMap(fit => [...fit]).sort(([, a], [, b]) => a - b));
  return [...scores.values()].sort((a, b) => b.total - a.total || a.doc - b.doc).map(score => ({...score, at: score.row ?? score.at, known}));
}

// What a hit shows

const escaped = text => text.replace(/[&<>"]/g, char => `&#${char.charCodeAt(0)};`);

/** A text as HTML, the words that were looked for marked. */
function marked(text, known) {
  return text.split(/(hand to hand|[^\s·,.;:()]+)/i).map((part, i) => i % 2 && stems(part).some(word => known.has(word) && known.get(word) !== SYNONYM) ? `<mark>${escaped(part)}</mark>` : escaped(part)).join("");
}

// A section's own numbers: "5+, move up to 10 cm" or "Range 30 cm · DV 2"; a table's row begins with a name, or a number alone.
const NUMBERS = /^(?:[+−]?\d[^·]*$|[A-Z][^·]*[\d?][^·]* · )/;

/** The lines that a hit shows: the section's numbers if it begins with them, and the line that answers, if they say less. */
function answer({title, lines}, {at, share, first, known}) {
  const numbers = at > 0 && NUMBERS.test(lines[0]), titled = stems(title);
  return [...numbers ? [lines[0]] : [], ...numbers && first >= share ? [] : [lines[Math.max(at, 0)] ?? ""]].map(line => shortened(line, word => known.has(word) && !titled.includes(word)));
}

/** As much of a line as a hit has room for: its beginning, unless what was looked for stands further on. */
function shortened(line, asked) {
  const sentences = line.split(/(?<=[.!?]) /), said = sentences.map(sentence => new Set(stems(sentence).filter(asked)).size);
  const best = said.indexOf(Math.max(...said)), far = sentences.slice(0, best + 1).join(" ").length > LENGTH;
  const rest = far ? `… ${sentences.slice(best).join(" ")}` : line;
  return rest.length > LENGTH ? `${rest.slice(0, rest.lastIndexOf(" ", LENGTH))} …` : rest;
}

/** A hit in the form that Material's search box draws: all of it is in the title, which may be HTML. */
function drawn(hit, docs) {
  const {doc, total, known} = hit;
  const {location, title, page} = docs[doc];
  const where = page ? ` <span class="kr-hit__page">${escaped(page)}</span>` : "";
  const lines = answer(docs[doc], hit).filter(Boolean).map(line => ` <span class="kr-hit__answer">${marked(line, known)}</span>`).join("");
  return [{location, title: `<span class="kr-hit__title">${marked(title, known)}</span>${where}${lines}`, text: "", terms: {}, score: total}];
}

/** The hits as Material's box draws them, for as long as its script is not there; their class tells them from its own. */
function list(hits) {
  const address = location => escaped(new URL(`../../${location}`, self.location).href);
  const item = ([{location, title}]) => `<li class="md-search-result__item kr-hit--early"><a href="${address(location)}" class="md-search-result__link" tabindex="-1"><article class="md-search-result__article md-typeset"><h1>${title}</h1></article></a></li>`;
  return hits.map(item).join("");
}

// Page and worker

// What is said between page and worker: the first four are Material's. EARLY asks for hits, and answers with them, as HTML;
// MORE tells whoever asks, or has asked, that more can be searched than before.
const SETUP = 0, READY = 1, QUERY = 2, RESULT = 3, MORE = 4, EARLY = 5;
const index = {docs: [], places: new Map(), vocabulary: new Map(), units: [], names: new Set(), kinds: new Map(), synonyms: new Map()};
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
