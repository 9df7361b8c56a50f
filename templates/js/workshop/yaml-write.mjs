// A force → the text of its file, as a person would write it; every value is quoted where YAML could read it otherwise.

const PLAIN = /^\p{L}[\p{L}\p{N}]*(?:[ _-][\p{L}\p{N}]+)*$/u;
const TRAP = /^(y|n|yes|no|on|off|true|false|null)$/i;

/** The whole file of a force. */
export function write(force) {
  return Object.entries(force).map(([key, value]) => (key === "units" ? write_units(value) : write_key(key, value))).join("");
}

export function write_key(key, value) {
  return `${key}: ${flow(value)}\n`;
}

export function write_units(units) {
  return `units:\n${units.map((unit) => write_unit(unit)).join("\n")}`;
}

/** One unit as an item of the list of units. */
export function write_unit(unit, indent = "  ") {
  return block(unit, `${indent}  `).replace(/^ */, `${indent}- `);
}

/** A mapping over several lines. */
export function block(record, indent = "") {
  return Object.entries(record).map(([key, value]) => `${indent}${key}:${written_below(value, indent)}`).join("");
}

function written_below(value, indent) {
  const deep = value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length > 0;
  return deep ? `\n${block(value, `${indent}  `)}` : ` ${flow(value)}\n`;
}

/** A value on one line. */
export function flow(value) {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (value !== null && typeof value === "object") return `{${Object.entries(value).map(([key, item]) => `${key}: ${flow(item)}`).join(", ")}}`;
  return typeof value === "string" ? scalar(value) : String(value);
}

function scalar(text) {
  if (PLAIN.test(text) && !TRAP.test(text)) return text;
  return JSON.stringify(text).replace(/[^\P{C}\n]|[^\P{Z} ]/gu, coded);
}

function coded(sign) {
  const code = sign.codePointAt(0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}
