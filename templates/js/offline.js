// Part of every page's script: keeps the site on this device, and tells of a newer version. Why nothing can be kept stands on the root
// element (data-kr-unstored), for <kr-offline>.

(() => {
  const {serviceWorker} = navigator, {dataset, style} = document.documentElement, RETRY = 60000;
  if (location.protocol === "file:" || !serviceWorker) return;
  const address = new URL("sw.js", __md_scope).href;
  let registration, timer, shown = serviceWorker.controller?.scriptURL === address;

  async function start() {
    delete dataset.krUnstored;
    try {
      registration = await serviceWorker.register(address, {updateViaCache: "none"});
    } catch ({name}) {
      dataset.krUnstored = name;
      return retry();
    }
    if (!registration) return;  // A browser that is told to block workers may say neither yes nor no.
    arrived();
    registration.addEventListener("updatefound", follow);
    follow();
    offer();
  }

  /** Look for a newer version; where nothing could be stored, try again. (What its reader has removed is not stored again in this window.) */
  function look() {
    if (document.visibilityState === "hidden" || !navigator.onLine) return;
    if (registration?.active) registration.update().catch(() => {});
    else if (!registration?.installing) start();
  }

  function retry() {
    clearTimeout(timer);
    timer = setTimeout(look, RETRY);
  }

  const follow = () => registration.installing?.addEventListener("statechange", change);

  function change({target}) {
    if (target.state === "redundant" && !registration.active) retry();
    offer();
  }

  /** With the pages there, have the sheets and cards fetched too. */
  function arrived() {
    shown = registration?.active;
    shown?.postMessage("papers");
  }

  /** Offer a newer version as soon as all of it is stored. */
  function offer() {
    if (!registration.waiting || !shown) return;
    document.querySelector(".kr-update")?.remove();
    const line = Object.assign(document.createElement("div"), {className: "kr-update", role: "status"});
    line.append("A newer version of these pages is on this device. ", button("Show it", use), button("Later", () => line.remove()));
    document.body.append(line);
    /** It stands above a phone's bar of tables, and the page can be scrolled clear of it. */
    const place = () => {
      const below = document.querySelector(".kr-bar")?.offsetHeight ?? 0;
      line.style.setProperty("--bar", `${below}px`);
      style.setProperty("--update", `${below + line.offsetHeight}px`);
    };
    place();
    addEventListener("resize", place);
  }

  function use({target}) {
    target.textContent = "One moment…";
    registration.active?.postMessage("stop");
    registration.waiting?.postMessage("use");
  }

  function button(textContent, onclick) {
    return Object.assign(document.createElement("button"), {type: "button", className: "kr-button", textContent, onclick});
  }

  serviceWorker.addEventListener("message", ({data, source}) => { if (source.scriptURL === address) dataset.krUnstored = data; });
  serviceWorker.addEventListener("controllerchange", () => {
    if (shown) location.reload();
    arrived();
  });
  // Storing waits until the page stands and the browser has nothing else to do. (Safari does not tell when that is.)
  const idle = window.requestIdleCallback ?? setTimeout;
  addEventListener("load", () => idle(() => {
    start();
    addEventListener("online", look);
    document.addEventListener("visibilitychange", look);
  }));
})();
