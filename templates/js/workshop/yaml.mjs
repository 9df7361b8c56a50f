// The text of a force file → its values, and where each unit's text and comments stand in it.
// The part of YAML that a person writes: block and flow lists and mappings, plain, quoted and block texts, comments.
// What tools/kr16/parse.py refuses is refused here too: tags, anchors, tabs, doubled keys, words that YAML reads as something else.

import { cut, shown } from "./errors.mjs";
import { Scanner, Unreadable } from "./yaml-scan.mjs";

const MAX_DEPTH = 20;
const YAML_NUMBER = /^[-+]?(0|[1-9][0-9]{0,9})(\.[0-9]{1,9})?$/;
const CONSTANTS = new Map([["null", null], ["~", null], ["", null], ["true", true], ["false", false]]);
const PLAIN_NUMBER = "write a plain decimal number, or put it in quotes";
const TRAPS = [
  [/^(y|n|yes|no|on|off|true|false|null)$/i, "YAML reads it as a truth value; write true or false, or put it in quotes"],
  [/^[-+]?0[0-9_]+$/, "a number has no leading zero; write it without, or put it in quotes"],
  [/^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$/, "YAML reads it as base 60; put it in quotes"],
  [/^[-+]?(0x[0-9a-fA-F_]+|0b[01_]+|0o[0-7]+|[0-9][0-9_]*_[0-9_]*)$/, PLAIN_NUMBER],
  [/^[-+]?([0-9][0-9_]*)?\.[0-9]*([eE][-+]?[0-9]+)?$|^[-+]?[0-9]+[eE][-+]?[0-9]+$|^[-+]?\.(inf|nan)$/i, PLAIN_NUMBER],
  [/^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*$/, "YAML reads it as a date; put it in quotes"],
  [/^[-+]?[0-9]{11,}$/, "the number is too large"],
];

/** {values, problems, parts}: parts are the file's texts by key, the units' one by one; null where they are not apart. Throws Unreadable where nothing can be read. */
export function parse(text) {
  const scan = new Scanner(text);
  const reader = { scan, problems: [], depth: 0, places: new Map() };
  scan.start();
  const values = node(reader, -1, []);
  scan.end();
  if (!isMapping(values)) throw new Unreadable(1, 1, `no keys and values here (got ${shown(values)}); write \`key: value\` lines`);
  return { values, problems: reader.problems, parts: parts(reader, values) };
}

const isMapping = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

function problem(reader, path, at, message) {
  reader.problems.push({ ...reader.scan.place(at), path, message });
}

/** The node at the next token, if it stands deeper than `above`. */
function node(reader, above, path) {
  const { scan } = reader;
  scan.skip();
  if (scan.done() || scan.column() <= above) return null;
  if (properties(reader, path)) return null;
  scan.skip();
  if (scan.done() || scan.column() <= above) return null;
  return deeper(reader, path, () => {
    const column = scan.column();
    if (scan.dash()) return sequence(reader, column, path);
    if (scan.key_ahead()) return mapping_at(reader, column, path);
    return inline(reader, above, path);
  });
}

function deeper(reader, path, read) {
  if (++reader.depth > MAX_DEPTH) throw reader.scan.unreadable(`nested more than ${MAX_DEPTH} deep`);
  reader.places.set(path.join("."), { from: reader.scan.at });
  const value = read();
  reader.places.get(path.join(".")).to = reader.scan.last;
  reader.depth--;
  return value;
}

function mapping_at(reader, column, path) {
  const { scan } = reader;
  const found = {};
  while (!scan.done() && scan.column() === column && !scan.dash()) {
    const at = scan.at;
    const key = scan.key();
    const inner = [...path, key];
    reader.places.set(`${inner.join(".")}:`, { from: at });
    store(reader, found, key, at, inner, value_of(reader, column, inner));
    reader.places.get(`${inner.join(".")}:`).to = scan.last;
    scan.skip();
  }
  if (!scan.done() && scan.column() > column) throw scan.unreadable("did not find expected key");
  return found;
}

function store(reader, found, key, at, path, value) {
  if (Object.hasOwn(found, key)) problem(reader, path, at, "this key stands twice; keep one");
  else if (key === "<<") problem(reader, path, at, "a YAML merge (<<); write the keys out");
  Object.defineProperty(found, key, { value, enumerable: true, configurable: true, writable: true });
}

function value_of(reader, column, path) {
  const { scan } = reader;
  if (!scan.blank_line()) {
    if (properties(reader, path)) return null;
    if (!scan.blank_line()) return inline(reader, column, path);
  }
  scan.skip();
  if (!scan.done() && scan.column() === column && scan.dash()) return deeper(reader, path, () => sequence(reader, column, path));
  return node(reader, column, path);
}

function sequence(reader, column, path) {
  const { scan } = reader;
  const found = [];
  while (!scan.done() && scan.column() === column && scan.dash()) {
    const inner = [...path, String(found.length)];
    reader.places.set(`${inner.join(".")}:`, { from: scan.at });
    scan.step();
    found.push(node(reader, column, inner));
    reader.places.get(`${inner.join(".")}:`).to = scan.last;
    scan.skip();
  }
  if (!scan.done() && scan.column() > column) throw scan.unreadable("did not find expected '-' indicator");
  return found;
}

/** A value that begins on this line: a flow list or mapping, or a text. */
function inline(reader, column, path) {
  const { scan } = reader;
  const at = scan.at;
  const sign = scan.peek();
  if (sign === "[" || sign === "{") {
    const value = flow_at(reader, path);
    scan.line_end();
    return value;
  }
  if (sign === "|" || sign === ">") return scan.block_text(column);
  const text = scan.text(column);
  return text.quoted ? text.value : resolved(reader, path, at, text.value);
}

/** Pass over tags, anchors and aliases, none of which is allowed; true if an alias stood for the value. */
function properties(reader, path) {
  const { scan } = reader;
  let stands_for = false;
  for (let sign = scan.peek(); "&!*".includes(sign) && sign; sign = scan.peek()) {
    const at = scan.at;
    const word = scan.word();
    const kind = { "&": "anchor", "!": "tag", "*": "alias" }[sign];
    stands_for ||= kind === "alias";
    problem(reader, path, at, kind === "tag" ? `a YAML tag (got ${shown(word)}); remove it` : kind === "alias" ? "a YAML alias (*); write the value out" : `a YAML anchor (${cut(word)}); write the value out where it is needed`);
  }
  return stands_for;
}

function flow_at(reader, path) {
  return deeper(reader, path, () => {
    const { scan } = reader;
    const list = scan.peek() === "[";
    const found = list ? [] : {};
    scan.step();
    for (;;) {
      scan.skip();
      if (scan.take(list ? "]" : "}")) return found;
      if (list) {
        found.push(flow_value(reader, [...path, String(found.length)], true));
      } else {
        const at = scan.at;
        const key = scan.flow_key();
        scan.skip();
        const inner = [...path, key];
        const value = scan.take(":") ? (scan.skip(), flow_value(reader, inner)) : null;
        store(reader, found, key, at, inner, value);
      }
      scan.skip();
      if (!scan.take(",") && scan.peek() !== (list ? "]" : "}")) throw scan.unreadable(`did not find expected ',' or '${list ? "]" : "}"}'`);
    }
  });
}

function flow_value(reader, path, listed = false) {
  const { scan } = reader;
  if (properties(reader, path)) return null;
  const sign = scan.peek();
  if (sign === "[" || sign === "{") return flow_at(reader, path);
  if (sign === "," || sign === "}" || sign === "]") {
    if (listed) throw scan.unreadable("did not find expected node content");
    return null;
  }
  const at = scan.at;
  const text = scan.text(-1, true);
  return text.quoted ? text.value : resolved(reader, path, at, text.value);
}

function resolved(reader, path, at, text) {
  if (CONSTANTS.has(text)) return CONSTANTS.get(text);
  if (YAML_NUMBER.test(text)) return Number(text);
  const trap = TRAPS.find(([pattern]) => pattern.test(text));
  if (trap) problem(reader, path, at, `not a plain value (got ${cut(text)}); ${trap[1]}`);
  return text;
}

/** The file cut into texts: one for each key of the top, and within the units one for each unit, with the comments in each. */
function parts({ scan, places }, values) {
  const found = [];
  if (!Object.keys(values).every((key) => places.has(`${key}:`))) return null;
  let from = 0;
  for (const key of Object.keys(values)) {
    const place = places.get(`${key}:`);
    const units = key === "units" && Array.isArray(values.units) && places.has("units.0:") ? values.units.map((_, index) => places.get(`units.${index}:`)) : [];
    const to = scan.line_after(place.to);
    if (!units.length) {
      found.push({ key, ...piece(scan, from, to) });
    } else {
      let start = scan.line_after(place.from);
      found.push({ key, ...piece(scan, from, start), items: units.map((unit) => {
        const item = piece(scan, start, scan.line_after(unit.to));
        start = scan.line_after(unit.to);
        return item;
      }) });
    }
    from = to;
  }
  return [...found, { key: null, ...piece(scan, from, scan.source.length) }];
}

/** The next piece: each comment is looked at once, however many there are. */
function piece(scan, from, to) {
  const passed = [];
  while (scan.comments[scan.told]?.from < to) passed.push(scan.comments[scan.told++]);
  return { text: scan.source.slice(from, to), comments: passed.filter((comment) => comment.from >= from).map(({ text }) => text) };
}
