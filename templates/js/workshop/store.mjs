// The workshop's state ↔ what this browser keeps of it; each failure as words for the reader.

const KEPT_FORM = 1;
const FULL = "This browser's storage is full, so your changes are not kept. Save your force as a file before you leave.";
const REFUSED = "This browser does not let the page keep anything (a private window, or a setting). Save your force as a file before you leave.";
const CLEARED = "What this browser kept of your forces was cleared. They are kept again from now on; to be safe, save them as files.";
const DAMAGED = "What this browser kept of your forces cannot be read by this page. It was put aside, and nothing was thrown away.";

/** A keeper of one state under a name. */
export function keeper(name) {
  let kept = null;
  return {
    name,
    /** {state, problem}: what was kept, or null. */
    load() {
      try {
        kept = localStorage.getItem(name);
      } catch {
        return { state: null, problem: REFUSED };
      }
      if (kept === null) return { state: null, problem: "" };
      const state = readable(kept);
      if (state) return { state, problem: "" };
      try {
        localStorage.setItem(`${name} put aside`, kept);
      } catch {
        return { state: null, problem: FULL };
      }
      return { state: null, problem: DAMAGED };
    },
    /** {problem, lost}: what went wrong, if anything did, and whether the state is not kept. */
    save(state) {
      try {
        const cleared = kept !== null && localStorage.getItem(name) === null;
        const text = JSON.stringify({ form: KEPT_FORM, ...state });
        localStorage.setItem(name, text);
        kept = text;
        return { problem: cleared ? CLEARED : "" };
      } catch (error) {
        return { problem: error?.name === "QuotaExceededError" ? FULL : REFUSED, lost: true };
      }
    },
  };
}

/** A kept text as a state, or null if it is none. */
export function readable(text) {
  try {
    const { form, forces, current = 0, selected = 0 } = JSON.parse(text);
    const right = form === KEPT_FORM && Array.isArray(forces) && forces.every((doc) => doc?.head && Array.isArray(doc.units) && doc.units.every((entry) => entry?.unit));
    return right ? { forces, current: Math.min(current, Math.max(0, forces.length - 1)), selected } : null;
  } catch {
    return null;
  }
}
