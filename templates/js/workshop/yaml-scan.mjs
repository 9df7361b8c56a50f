// The signs of a YAML text one by one → tokens: keys, texts, comments, the ends of lines; and where each stands.

/** A text that cannot be read; it says where and why. */
export class Unreadable extends Error {
  constructor(line, column, message) {
    super(message);
    Object.assign(this, { line, column });
  }
}

const BREAK = /\r\n|\n|\r/g;
const NOT_YAML = /[^\t\n\r\x20-\x7e\x85\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const ESCAPES = { 0: "\0", a: "\x07", b: "\b", t: "\t", "\t": "\t", n: "\n", v: "\v", f: "\f", r: "\r", e: "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", N: "\x85", _: "\u00a0", L: "\u2028", P: "\u2029" };
const CODES = { x: 2, u: 4, U: 8 };
// To YAML only these are spaces; what JavaScript counts as such besides, a no-break space say, is a letter.
const IDLE = /(?<![ \t])[ \t]+$/;
const MARK = /^(\.\.\.|---)(?:[ \t\r\n]|$)/;
const COLON = /:([ \t\r\n]|$)/;
const SPACES = [" ", "\t"];

export class Scanner {
  /** `at` is the next sign, `last` the end of the last value, `comments` what was passed over, `told` how many of them were given on. */
  constructor(source) {
    const wrong = NOT_YAML.exec(source);
    this.source = source;
    this.starts = [0, ...[...source.matchAll(BREAK)].map((found) => found.index + found[0].length)];
    [this.at, this.last, this.comments, this.told] = [0, 0, [], 0];
    if (wrong) {
      this.at = wrong.index;
      throw this.unreadable(`a character that YAML does not allow (got U+${wrong[0].codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}); remove it`);
    }
    if (/[\x85\u2028\u2029]/.test(source)) {
      this.at = source.search(/[\x85\u2028\u2029]/);
      throw this.unreadable("an unusual line break; write a usual one");
    }
  }

  peek(ahead = 0) {
    return this.source[this.at + ahead] ?? "";
  }

  /** Whether the document ends here. */
  done() {
    const marked = (this.peek() === "." || this.peek() === "-") && this.starts[this.line()] === this.at && MARK.test(this.source.slice(this.at, this.at + 4));
    return marked || this.at >= this.source.length;
  }

  step() {
    this.at++;
    this.last = this.at;
  }

  take(sign) {
    if (this.peek() !== sign) return false;
    this.step();
    return true;
  }

  line(at = this.at) {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  column() {
    return this.at - this.starts[this.line()];
  }

  place(at = this.at) {
    const line = this.line(at);
    return { line: line + 1, column: at - this.starts[line] + 1 };
  }

  line_after(at) {
    return this.starts[this.line(at) + 1] ?? this.source.length;
  }

  unreadable(message) {
    const { line, column } = this.place();
    return new Unreadable(line, column, message);
  }

  /** A text may begin with a mark of its encoding and with ---. */
  start() {
    if (this.peek() === "\ufeff") this.at++;
    this.skip();
    if (this.peek() === "%") throw this.unreadable("a YAML directive (%); remove it");
    if (/^---(?=[ \t\r\n]|$)/.test(this.source.slice(this.at, this.at + 4))) this.at += 3;
  }

  end() {
    this.skip();
    while (this.done() && this.peek() === ".") {
      this.at += 3;
      this.skip();
    }
    if (this.at >= this.source.length) return;
    throw this.unreadable(this.done() ? "a second document begins here; a file holds one" : "did not find expected key");
  }

  /** Pass over spaces, comments and ends of lines. */
  skip() {
    for (;;) {
      const from = this.at;
      this.spaces();
      if (this.peek() === "#" && (this.at === 0 || /[ \t\r\n,[{]/.test(this.source[this.at - 1]))) this.comment();
      if (this.peek() === "\n" || this.peek() === "\r") this.at++;
      else if (this.source.slice(this.starts[this.line()], this.at).includes("\t") && this.starts[this.line()] >= from - 1 && !this.done()) throw this.unreadable("a tab cannot indent YAML; use spaces");
      else return;
    }
  }

  spaces() {
    while (SPACES.includes(this.peek())) this.at++;
  }

  comment() {
    const end = this.line_end_at();
    this.comments.push({ from: this.at, text: this.source.slice(this.at, end) });
    this.at = end;
  }

  line_end_at(at = this.at) {
    const end = this.line_after(at);
    return Math.max(at, end - /(?:\r\n|[\r\n])?$/.exec(this.source.slice(Math.max(0, end - 2), end))[0].length);
  }

  /** Whether nothing but spaces and a comment is left of this line. */
  blank_line() {
    this.spaces();
    return this.done() || /[\r\n]/.test(this.peek()) || (this.peek() === "#" && /[ \t\r\n]/.test(this.source[this.at - 1]));
  }

  line_end() {
    if (!this.blank_line()) throw this.unreadable("did not find expected comment or line break");
  }

  dash() {
    return this.peek() === "-" && /^$|[ \t\r\n]/.test(this.peek(1));
  }

  /** Whether a key and its colon stand next. */
  key_ahead() {
    const from = this.at;
    const rest = this.source.slice(from, this.line_end_at());
    if (/^(\?|(\[[^\]]*\]|\{[^}]*\})[ \t]*:)([ \t]|$)/.test(rest)) throw this.unreadable("a key must be a word, not a list, a mapping or an alias");
    if (/^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*:([ \t]|$)/.test(rest)) return true;
    if (/^["'[\]{},&*!|>%@`#]/.test(rest)) return false;
    const colon = rest.search(COLON);
    const comment = rest.search(/[ \t]#/);
    return colon > 0 && (comment < 0 || colon < comment);
  }

  key() {
    if (!this.key_ahead()) throw this.unreadable("could not find expected ':'");
    const from = this.at;
    const quoted = /["']/.test(this.peek()) && this.quoted();
    this.at += this.source.slice(this.at).search(COLON);
    const key = quoted === false ? this.source.slice(from, this.at).replace(IDLE, "") : quoted;
    this.step();
    return key;
  }

  flow_key() {
    if (/[[{]/.test(this.peek())) throw this.unreadable("a key must be a word, not a list, a mapping or an alias");
    const line = this.line();
    const key = this.text(-1, true).value;
    if (this.line() !== line) throw this.unreadable("a key must stand on one line");
    return key;
  }

  word() {
    const from = this.at;
    while (!this.done() && !/[ \t\r\n,[\]{}]/.test(this.peek())) this.at++;
    this.last = this.at;
    const word = this.source.slice(from, this.at);
    this.spaces();
    return word;
  }

  /** A quoted or plain text; {value, quoted}. Further lines belong to it if they stand deeper than `column`. */
  text(column, flow = false) {
    if (/["']/.test(this.peek())) {
      const value = this.quoted();
      if (!flow) this.line_end();
      return { value, quoted: true };
    }
    const alone = flow ? /^[?:]|^-[ \t\r\n,[\]{}]/ : /^[-?:](?:[ \t\r\n]|$)/;
    if (/[,[\]{}#|>%@`&*!]/.test(this.peek()) || alone.test(this.peek() + this.peek(1))) throw this.unreadable(`found character '${this.peek()}' that cannot start any token`);
    return { value: this.plain(column, flow), quoted: false };
  }

  plain(column, flow) {
    let value = this.plain_line(flow);
    for (;;) {
      const back = this.at;
      let breaks = 0;
      while (!this.done() && /[ \t\r\n]/.test(this.peek())) {
        if (this.peek() === "\n" || (this.peek() === "\r" && this.peek(1) !== "\n")) breaks++;
        this.at++;
      }
      const ends = this.done() || !breaks || this.peek() === "#" || (!flow && (this.column() <= column || this.source.slice(this.at, this.at + 3) === "---")) || (flow && /[,[\]{}]/.test(this.peek()));
      if (ends) {
        this.at = back;
        return value;
      }
      if (!flow && this.key_ahead()) throw this.unreadable("mapping values are not allowed in this context");
      value += (breaks > 1 ? "\n".repeat(breaks - 1) : " ") + this.plain_line(flow);
    }
  }

  plain_line(flow) {
    const rest = this.source.slice(this.at, this.line_end_at());
    const stop = rest.search(flow ? /[ \t]#|:(?=[ \t,[\]{}]|$)|[,[\]{}]/ : /[ \t]#|:(?=[ \t]|$)/);
    const line = (stop < 0 ? rest : rest.slice(0, stop)).replace(IDLE, "");
    if (stop >= 0 && rest[stop] === ":" && (!flow || /[,[\]{}]/.test(rest[stop + 1]))) {
      this.at += stop;
      throw this.unreadable("mapping values are not allowed in this context");
    }
    this.at += line.length;
    this.last = this.at;
    return line;
  }

  quoted() {
    const mark = this.peek();
    let value = "";
    this.at++;
    for (;;) {
      const sign = this.peek();
      if (!sign) throw this.unreadable("found unexpected end of stream");
      if (sign === mark && mark === "'" && this.peek(1) === "'") {
        value += "'";
        this.at += 2;
      } else if (sign === mark) {
        this.step();
        return value;
      } else if (sign === "\\" && mark === '"') {
        value += this.escape();
      } else if (/^[ \t]*[\r\n]/.test(this.source.slice(this.at, this.line_end_at() + 1))) value += this.folded();
      else {
        const [run] = /^[ \t]+|^[^ \t\r\n"'\\]+|^[^]/.exec(this.source.slice(this.at));
        value += run;
        this.at += run.length;
      }
    }
  }

  /** An end of a line within quotes: a space, or as many ends of lines as there are empty ones. */
  folded() {
    const rest = /^(?:\r\n|\n|\r|[ \t])+/.exec(this.source.slice(this.at))[0];
    this.at += rest.length;
    if (this.done()) throw this.unreadable("found unexpected document indicator");
    const breaks = rest.match(BREAK).length;
    return breaks > 1 ? "\n".repeat(breaks - 1) : " ";
  }

  escape() {
    const sign = this.peek(1);
    if (sign === "\n" || sign === "\r") {
      const [rest] = /^(?:\r\n|\n|\r)(?:\r\n|\n|\r|[ \t])*/.exec(this.source.slice(this.at + 1));
      this.at += 1 + rest.length;
      return "\n".repeat(rest.match(BREAK).length - 1);
    }
    if (sign in ESCAPES) {
      this.at += 2;
      return ESCAPES[sign];
    }
    const digits = this.source.slice(this.at + 2, this.at + 2 + (CODES[sign] ?? 0));
    const code = parseInt(digits, 16);
    if (!CODES[sign] || digits.length !== CODES[sign] || !/^[0-9a-f]+$/i.test(digits) || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) throw this.unreadable("found unknown escape character");
    this.at += 2 + digits.length;
    return String.fromCodePoint(code);
  }

  /** A text after | or >, whose lines stand deeper than `column`. */
  block_text(column) {
    const head = /^([|>])([-+]?)([1-9]?)([-+]?)[ \t]*(?=[\r\n#]|$)/.exec(this.source.slice(this.at, this.line_end_at()));
    if (!head) throw this.unreadable("did not find expected comment or line break");
    this.at += head[0].length;
    if (this.peek() === "#") this.comment();
    const lines = [];
    let indent = head[3] ? Math.max(column, 0) + Number(head[3]) : 0;
    let next = this.line_after(this.at);
    let end = this.at;
    let closed = true;
    while (next < this.source.length) {
      const line = this.source.slice(next, this.line_end_at(next));
      const deep = /^ */.exec(line)[0].length;
      if (!indent && deep < line.length) indent = deep > column ? deep : Infinity;
      if (deep < line.length && deep < indent) break;
      lines.push(line.slice(indent || deep));
      closed = this.line_end_at(next) < this.source.length;
      next = this.line_after(next);
      if (/[^ \t\r]/.test(line)) end = next - 1;
    }
    this.at = next;
    this.last = end;
    return chomped(lines, head[1] === ">", head[2] || head[4], closed);
  }
}

function chomped(lines, fold, how, closed) {
  let count = lines.length;
  while (count && !lines[count - 1]) count--;
  const body = lines.slice(0, count);
  const text = fold ? folded(body) : body.join("\n");
  const open = !closed && count === lines.length;
  if (how === "+") return text + "\n".repeat(lines.length - (count ? count - 1 : 0) - (open ? 1 : 0));
  return how === "-" || !text || open ? text : `${text}\n`;
}

/** Lines joined by spaces; an empty line is an end of a line, and lines that stand deeper are kept as they are. */
function folded(lines) {
  let [text, empty, before] = ["", 0, null];
  for (const line of lines) {
    if (!line) {
      empty++;
      continue;
    }
    const deeper = /^[ \t]/.test(line);
    if (before === null) text = "\n".repeat(empty) + line;
    else if (deeper || before) text += "\n".repeat(empty + 1) + line;
    else text += (empty ? "\n".repeat(empty) : " ") + line;
    [empty, before] = [0, deeper];
  }
  return text;
}
