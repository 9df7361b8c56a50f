// <kr-warning>: words that stay in sight until they are closed. What the browser does not keep stands apart from what is said of a file or a link.

import { button, el } from "./dom.mjs";

export class Warning extends HTMLElement {
  connectedCallback() {
    this.places = [el("div"), el("div")];
    this.replaceChildren(...this.places);
    // What has the focus is to stand below it, however high it is or becomes.
    this.seen = new ResizeObserver(() => {
      this.parentElement?.style.setProperty("--kr-warned", `${this.offsetHeight}px`);
      this.parentElement?.querySelector(":focus")?.scrollIntoView({ block: "nearest" });
    });
    this.seen.observe(this);
  }

  disconnectedCallback() {
    this.seen.disconnect();
  }

  trouble(lines, ...buttons) {
    this.show(this.places[0], lines, buttons);
  }

  say(lines) {
    this.show(this.places[1], lines, []);
  }

  /** Texts, or elements, until they are closed or their place has others, or none. */
  show(place, lines, buttons) {
    const close = button("Close", () => {
      this.show(place, [], []);
      this.parentElement.parts.bar.choice.focus({ preventScroll: true });
    });
    const shown = lines.map((one) => (typeof one === "string" ? el("p", { text: one }) : one));
    place.replaceChildren(...(lines.length ? [...shown, el("div", { class: "kr-ws__row" }, ...buttons, close)] : []));
    this.hidden = !this.querySelector("p");
  }
}
