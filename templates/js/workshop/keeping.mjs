// The workshop's history ↔ the store: kept once the typing rests and whenever the page is left, with what other windows keep taken in.

import { alike } from "./document.mjs";
import { button } from "./dom.mjs";
import { save_all } from "./outgoing.mjs";
import { changed_to, history_of } from "./state.mjs";
import { keeper, readable } from "./store.mjs";
import { adopted } from "./windows.mjs";

const WAIT = 600;

export class Keeping {
  constructor(shop) {
    this.shop = shop;
    this.store = keeper(`kr16 workshop ${shop.base.pathname}`);
  }

  /** Show what is kept, or else the first state. */
  begin(first) {
    const { left, base } = this.store;
    this.unkept = Boolean(left ?? base);
    this.shop.history = history_of(left ?? base ?? first);
    let problem;
    try {
      problem = this.hear();
      this.shop.render();
    } catch {
      problem = this.store.refuse();
      this.shop.history = history_of(first);
      this.shop.render();
    }
    if (this.unkept) this.keep(problem);
    else if (problem) this.shop.warning.trouble([problem]);
  }

  listen(signal) {
    addEventListener("storage", ({ key, newValue }) => key === this.store.name && readable(newValue) && this.hear(), { signal });
    // Who goes to another window of the workshop finds what was typed here.
    for (const type of ["blur", "pagehide"]) addEventListener(type, () => this.keep(), { signal });
    addEventListener("beforeunload", (event) => (this.keep(), this.unkept && event.preventDefault()), { signal });
    // A page that the browser brings back as it was may be older than what is kept.
    addEventListener("pageshow", () => this.hear(), { signal });
  }

  /** Keep the state, then tell, once the typing rests. */
  later(tell) {
    // What was asked for before the page was left, an example say, comes too late.
    if (!this.shop.isConnected) return;
    clearTimeout(this.waiting);
    this.unkept = true;
    this.waiting = setTimeout(() => {
      this.keep();
      tell();
    }, WAIT);
  }

  keep(heard = this.unkept && this.hear()) {
    if (!this.unkept) return;
    const problem = this.store.save(this.shop.state) ?? heard;
    const unkept = Boolean(this.store.left);
    // Said once, and no longer than it is so.
    if (problem ? problem !== this.told : this.failed) this.shop.warning.trouble(problem ? [problem] : [], button("Save as a file", () => save_all(this.shop)));
    Object.assign(this, { told: problem, failed: unkept, unkept });
  }

  /** Take in what another window kept, and return what is wrong with it; one that only looks at something else changes nothing here. */
  hear() {
    const { shop, store, store: { base } } = this;
    const { state, problem = "" } = store.news();
    if (!state || (base && alike(base.forces, state.forces))) return problem;
    const known = base || this.unkept;
    const found = known ? adopted(shop.state, base?.forces ?? [], state) : { words: [] };
    store.base = state;
    shop.due?.();
    shop.history = known ? changed_to(shop.history, found.state) : history_of(state);
    shop.render();
    if (found.words.length) shop.warning.say(found.words);
    return problem;
  }
}
