// <kr-unit-card>: a unit's card as it will be printed, apart from the styles of the page.

import { card as drawn } from "./card-template.mjs";
import { card } from "./cards.mjs";
import { el, parsed, put } from "./dom.mjs";
import { signed_card } from "./signs.mjs";

export class UnitCard extends HTMLElement {
  /** Once: where the site's icons and styles are. */
  use(base) {
    this.icons = new URL("assets/icons/", base).href;
    const style = new URL("assets/css/", base);
    this.holder = el("div", { class: "kr-preview" });
    this.attachShadow({ mode: "open" }).append(
      el("link", { rel: "stylesheet", href: new URL("card.css", style).href }),
      el("link", { rel: "stylesheet", href: new URL("workshop-card.css", style).href }),
      this.holder,
    );
  }

  /** Show a unit's card, or none. */
  show(unit, game) {
    put(this.holder, parsed(unit ? drawn(signed_card((rules) => card(unit, rules), game), this.icons) : ""));
    this.hidden = !unit;
  }
}
