// The workshop's state ↔ what this browser keeps of it; each failure as words for the reader.

import { free_name } from "./state.mjs";

const KEPT_FORM = 1;
const FULL = "This browser's storage is full, so your changes are not kept. Save your force as a file before you leave.";
const REFUSED = "This browser does not let the page keep anything (a private window, or a setting). Save your force as a file before you leave.";
const CLEARED = "What this browser kept of your forces was cleared. They are kept again from now on; to be safe, save them as files.";
const DAMAGED = "What this browser kept of your forces cannot be read by this page. It was put aside, and nothing was thrown away.";
const STUCK = "What this browser kept of your forces cannot be read by this page. There is no room to put it aside: it is left as it is, and your changes are not kept. Save your force as a file before you leave.";

// From one page of the site to another the document stays: what could not be kept is still here when the reader comes back.
const keepers = new Map();

/** The keeper of one state under a name. */
export function keeper(name) {
  if (!keepers.has(name)) keepers.set(name, new Keeper(name));
  return keepers.get(name);
}

// On another page, too, the browser asks before it closes what is not kept.
addEventListener("beforeunload", (event) => [...keepers.values()].some(({ left }) => left) && event.preventDefault());

class Keeper {
  // What this window knows to be kept, as a text and as a state, and a state that could not be kept.
  text = null;
  base = null;
  left = null;
  stuck = false;

  constructor(name) {
    this.name = name;
  }

  /** {state, problem}: what is kept, where this window does not know it yet, and what is wrong with it. */
  news() {
    try {
      const text = localStorage.getItem(this.name);
      this.stuck = false;
      if (text === this.text) return {};
      const state = readable(text);
      this.stuck = text !== null && !state;
      if (this.stuck) this.put_aside(text);
      const problem = this.stuck ? DAMAGED : state ? "" : CLEARED;
      Object.assign(this, { text: state && text, stuck: false });
      return { state, problem };
    } catch (error) {
      return { problem: this.stuck ? STUCK : failed(error) };
    }
  }

  put_aside(text) {
    localStorage.setItem(free_name(`${this.name} put aside`, Object.keys(localStorage)), text);
    localStorage.removeItem(this.name);
  }

  /** Put aside what has the right form and cannot be shown all the same; return words for the reader. */
  refuse() {
    try {
      this.put_aside(this.text);
      Object.assign(this, { text: null, base: null });
      return DAMAGED;
    } catch (error) {
      return failed(error);
    }
  }

  /** Return what went wrong, if anything did; the state is then `left`. Ask for news before, or what another window kept is lost. */
  save(state) {
    this.left = state;
    if (this.stuck) return STUCK;
    try {
      const text = JSON.stringify({ form: KEPT_FORM, ...state });
      localStorage.setItem(this.name, text);
      Object.assign(this, { text, base: state, left: null });
    } catch (error) {
      return failed(error);
    }
  }
}

const failed = (error) => (error?.name === "QuotaExceededError" ? FULL : REFUSED);

/** A kept text as a state, or null if it is none. */
export function readable(text) {
  try {
    const { form, forces, current = 0, selected = 0 } = JSON.parse(text);
    const right = form === KEPT_FORM && forces.length > 0 && forces.every((doc) => doc?.head && Array.isArray(doc.units) && doc.units.every((entry) => entry?.unit));
    return right ? { forces, current: Math.min(current, forces.length - 1), selected } : null;
  } catch {
    return null;
  }
}
