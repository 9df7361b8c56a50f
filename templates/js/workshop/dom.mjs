// Elements from plain values. Text is text: nothing here reads markup.

/** An element: `on` holds listeners, `text` its text; other properties are attributes, true for an empty one, false for none. */
export function el(tag, { on = {}, text, ...attributes } = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(name, value);
  }
  for (const [name, listener] of Object.entries(on)) made.addEventListener(name, listener);
  if (text !== undefined) made.textContent = text;
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export function button(text, press, attributes = {}) {
  return el("button", { type: "button", class: "kr-ws__button", text, on: { click: press }, ...attributes });
}

/** What a template drew, which has escaped every text. */
export function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** Set a text only where it differs, so that nothing is announced or laid out twice. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Make a place hold the same as another, and touch only what differs: the rest is not styled, laid out and painted again. */
export function put(place, wanted) {
  const [there, here] = [place, wanted].map((one) => [...one.childNodes]);
  here.forEach((next, index) => {
    const old = there[index];
    if (!old) place.append(next);
    else if (old.isEqualNode(next)) return;
    else if (old.cloneNode().isEqualNode(next.cloneNode())) put(old, next);
    else old.replaceWith(next);
  });
  there.slice(here.length).forEach((old) => old.remove());
}

/** Let a place hold these elements in this order; those that stand there already stay untouched. */
export function arrange(place, wanted) {
  [...place.children].filter((one) => !wanted.includes(one)).forEach((one) => one.remove());
  wanted.forEach((one, index) => place.children[index] === one || place.insertBefore(one, place.children[index] ?? null));
}

/** Tell the elements above that something happened. */
export function tell(element, name, detail) {
  element.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

/** Tell the workshop what to do. */
export const act = (element, name, detail) => tell(element, "action", { name, detail });

/** Hand the reader a file. */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/yaml" }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
