// A force ↔ a short word for the end of a link: a byte for the form, then the packed values, as letters that links may hold.

import { LONGEST, said } from "./document.mjs";
import { form_mistakes, grave } from "./schema.mjs";

const LINK_FORM = 1;

/** The word that holds a whole force. */
export async function pack(force) {
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(force)), Infinity);
  const bytes = new Uint8Array([LINK_FORM, ...packed]);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** {force} or {problems} for such a word. */
export async function unpack(word, schema) {
  try {
    const bytes = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    if (bytes[0] > LINK_FORM) return { problems: ["the link is of a newer kind than this page can read; reload the page, then open the link again"] };
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(new DecompressionStream("deflate-raw"), bytes.slice(1), LONGEST));
    const force = JSON.parse(text);
    const wrong = grave(form_mistakes(force, schema));
    return wrong.length ? { problems: wrong.map(said) } : { force };
  } catch {
    return { problems: ["the link is damaged or cut short; ask for it again"] };
  }
}

/** Bytes through a stream; more than `most` of them are refused. */
async function through(stream, bytes, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError("too large");
    }
    chunks.push(value);
  }
}
