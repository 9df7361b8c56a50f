// Part of every page's script: keeps the site on this device, tells of a newer version, and fills <kr-offline>.

(() => {
  const base = new URL("./", __md_scope);
  const possible = location.protocol !== "file:" && "serviceWorker" in navigator;
  const worker = () => possible && navigator.serviceWorker.controller?.scriptURL === new URL("sw.js", base).href ? navigator.serviceWorker.controller : null;

  /** Send a word to the worker; resolve with what is stored, or null when nothing is. */
  const ask = word => new Promise(resolve => {
    if (!worker()) return resolve(null);
    const {port1, port2} = new MessageChannel();
    port1.onmessage = ({data}) => resolve(data);
    worker().postMessage(word, [port2]);
  });

  async function start() {
    let ours = Boolean(worker());
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (ours) location.reload();
      ours = Boolean(worker());
      ask("papers");
    });
    const registration = await navigator.serviceWorker.register(new URL("sw.js", base), {updateViaCache: "none"});
    watch(registration);
    ask("papers");
    const look = () => document.visibilityState === "visible" && navigator.onLine && registration.update().catch(() => {});
    addEventListener("online", look);
    document.addEventListener("visibilitychange", look);
  }

  /** Offer a newer version as soon as all of it is stored. */
  function watch(registration) {
    const offer = () => registration.waiting && worker() && announce(registration.waiting);
    offer();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  }

  function announce(waiting) {
    document.querySelector(".kr-update")?.remove();
    const bar = document.createElement("div"), button = document.createElement("button");
    bar.className = "kr-update";
    bar.setAttribute("role", "status");
    button.className = "kr-button";
    button.textContent = "Show it";
    button.addEventListener("click", () => waiting.postMessage("use"));
    bar.append("A newer version of these pages is on this device. ", button);
    document.body.append(bar);
  }

  /** Forget all that this site and the rules below it have stored here. */
  async function forget() {
    const below = path => path.startsWith(base.pathname);
    for (const one of await navigator.serviceWorker.getRegistrations()) if (below(new URL(one.scope).pathname)) await one.unregister();
    for (const name of await caches.keys()) if (name.startsWith(`kr16:${base.pathname}`)) await caches.delete(name);
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) if (below(key)) storage.removeItem(key);
    }
  }

  customElements.define("kr-offline", class extends HTMLElement {
    connectedCallback() {
      this.line = Object.assign(document.createElement("p"), {role: "status"});
      this.button = Object.assign(document.createElement("button"), {className: "kr-button", textContent: "Remove everything from this device"});
      this.button.addEventListener("click", () => this.clear());
      this.replaceChildren(this.line, this.button);
      this.update();
    }

    async update() {
      if (!this.isConnected || this.gone) return;
      const found = await ask("status"), done = found && found.stored === found.papers;
      this.button.hidden = !found;
      this.line.textContent = !possible ? "This browser does not store pages here: the address must begin with https."
        : !found ? "The pages are being stored; nothing is complete yet."
        : `On this device: ${found.title}, rules version ${found.version}, pages of ${found.date}. All pages are stored${done ? ", and so are all sheets and cards" : `; of ${found.papers} sheets and cards, ${found.stored}`}.`;
      if (possible && !done) setTimeout(() => this.update(), 1000);
    }

    async clear() {
      this.gone = true;
      await forget();
      this.button.hidden = true;
      this.line.textContent = "Nothing is stored on this device any more. The next visit stores the pages again.";
    }
  });

  // Storing waits until the page stands and the browser has nothing else to do. (Safari does not tell when that is.)
  const idle = window.requestIdleCallback ?? setTimeout;
  if (possible) addEventListener("load", () => idle(() => start().catch(() => {})));
})();
