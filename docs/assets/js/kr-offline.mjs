// <kr-offline>: says what of this site is stored on the device, or why nothing is, and removes it. (templates/js/offline.js has it stored.)

const BASE = new URL("../../", import.meta.url), AGAIN = 3000, FORCES = "kr16 workshop ", SETTING = "kr16.terms";
const NOT_HERE = "Nothing is stored: browsers store pages only from an address that begins with https.";
const NOT_THIS = "This browser stores no pages, or not in this window: within other apps, and in private windows, many do not. Open the site in the browser itself.";
const STORING = "The pages are being stored; nothing is complete yet.";
const WHY_NOT = {
  QuotaExceededError: "Nothing is stored: this device has no room for the pages.",
  SecurityError: "Nothing is stored: this browser does not let the site store anything (a private window, or a setting).",
};
const UNFETCHED = "Nothing is complete yet: some pages could not be fetched. What was fetched is kept, and the rest is tried again while the site is open.";
const NOTHING = "Nothing is stored on this device any more. The next visit stores the pages again.";
const ONLY_FORCES = "Of this site, only the forces of the workshop are still kept on this device. The next visit stores the pages again.";
const ASK = "Remove the forces of the workshop too? Those that you have not saved as files are lost.";

/** Whether a path is that of these rules, or of others that are published below them. */
const ours = path => path === BASE.pathname || path.startsWith(`${BASE.pathname}variants/`);
const isForces = key => key.startsWith(FORCES) && ours(key.slice(FORCES.length).split(" ")[0]);
const isSetting = key => key === SETTING || ours(key.replace(/\.__\w+$/, ""));

function keys() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];  // Where it is refused, nothing is there.
  }
}

const registered = async () => (await navigator.serviceWorker.getRegistrations()).find(({scope}) => scope === BASE.href);

/** What the worker says is stored, or null. */
const stored = worker => new Promise(resolve => {
  const {port1, port2} = new MessageChannel();
  port1.onmessage = ({data}) => resolve(data);
  worker.postMessage("status", [port2]);
});

/** Forget all that this site and the rules below it have stored here. */
async function forget(forces) {
  for (const one of await navigator.serviceWorker.getRegistrations()) {
    if (!ours(new URL(one.scope).pathname)) continue;
    one.active?.postMessage("stop");
    await one.unregister();
  }
  for (const name of await caches.keys()) if (name.startsWith("kr16:") && ours(name.slice(5, name.lastIndexOf(":")))) await caches.delete(name);
  for (const key of keys()) if (isSetting(key) || forces && isForces(key)) localStorage.removeItem(key);
}

let removed = false;

class KrOffline extends HTMLElement {
  connectedCallback() {
    this.line = Object.assign(document.createElement("p"), {role: "status"});
    this.button = Object.assign(document.createElement("button"), {className: "kr-button", textContent: "Remove everything from this device", hidden: true});
    this.button.addEventListener("click", () => this.clear());
    this.replaceChildren(this.line, this.button);
    this.update();
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
  }

  async update() {
    clearTimeout(this.timer);
    if (!self.isSecureContext) return this.say(NOT_HERE);
    if (!navigator.serviceWorker) return this.say(NOT_THIS);
    const registration = await registered().catch(() => null), found = registration?.active && await stored(registration.active);
    this.button.hidden = !found;
    this.say(found ? here(found) : notHere(registration));
    if (this.isConnected) this.timer = setTimeout(() => this.update(), AGAIN);
  }

  /** Write only what is new: a screen reader reads it out. */
  say(words) {
    if (this.line.textContent !== words) this.line.textContent = words;
  }

  async clear() {
    await forget(keys().some(isForces) && confirm(ASK));
    removed = true;
    await this.update();
  }
}

function here({title, version, date, papers, stored}) {
  return `On this device: ${title}, rules version ${version}, pages of ${date}. All pages are stored${stored === papers ? ", and so are all sheets and cards" : `; of ${papers} sheets and cards, ${stored}`}.`;
}

/** Why nothing is here. A window that the worker still serves, though nothing is stored, was open as all was removed, here or in another. */
function notHere(registration) {
  const {krUnstored} = document.documentElement.dataset;
  if (!registration && (removed || navigator.serviceWorker.controller?.scriptURL === new URL("sw.js", BASE).href)) return keys().some(isForces) ? ONLY_FORCES : NOTHING;
  return krUnstored ? WHY_NOT[krUnstored] ?? UNFETCHED : STORING;
}

customElements.define("kr-offline", KrOffline);
