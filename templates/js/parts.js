// Part of every page's script: has all of the page laid out, fetches an element's script when somebody first needs it, and
// remembers whether rules show in place.

(() => {
  const KEY = "kr16.terms", root = document.documentElement;
  const stored = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
  const store = value => { try { localStorage.setItem(KEY, value); } catch { /* It then holds for this page only. */ } };
  const set = value => { root.dataset.krTerms = value; show(); };
  set(stored() === "off" ? "off" : "on");

  /** Show on each switch how things stand. */
  function show() {
    for (const button of document.querySelectorAll(".kr-in-place")) {
      button.hidden = location.protocol === "file:";
      button.setAttribute("aria-pressed", root.dataset.krTerms === "on");
    }
  }

  document.addEventListener("click", ({target}) => {
    const button = target.closest?.("[data-kr-set], .kr-in-place");
    if (!button) return;
    set(button.dataset.krSet ?? (root.dataset.krTerms === "on" ? "off" : "on"));
    store(root.dataset.krTerms);
  });

  // What partials/early.css leaves until it is seen is laid out little by little while nothing else is to be done: then the page has
  // its true length. (To take the class away in the end would style all of it anew.) Once a link is followed, all is: what it leads to must not move.
  // (This script may have waited for a search until after the page was loaded.)
  const idle = window.requestIdleCallback ?? (next => setTimeout(next, 50));
  new Promise(loaded => document.readyState === "complete" ? loaded() : addEventListener("load", loaded)).then(() => {
    const blocks = [...document.querySelectorAll(".early .md-content__inner > *")];
    idle(function some() {
      for (const end = performance.now() + 4; blocks.length && performance.now() < end;) {
        const block = blocks.shift();
        block.style.contentVisibility = "visible";
        void block.offsetHeight;
      }
      if (blocks.length) idle(some);
    });
  });
  location$.subscribe(() => root.classList.remove("early"));

  // No browser loads a module from a folder: there links stay links, and tables as printed.
  if (location.protocol === "file:") return;

  // Who has done something else while the script was fetched is not taken to what was tapped before.
  let wished = null;
  for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, () => { wished = null; }, {capture: true});

  for (const type of ["click", "focusin", "pointerover"]) {
    document.addEventListener(type, event => {
      const term = event.target.closest?.("kr-term");
      if (!term || customElements.get("kr-term") || root.dataset.krTerms === "off" && !term.hasAttribute("always")) return;
      if (type === "click") {
        if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        wished = term;
      }
      const link = term.querySelector("a");
      import("./kr-term.mjs").then(() => {
        if (type === "click") wished === term && term.pin();
        else if (type === "focusin" ? link.matches(":focus-visible") : event.pointerType === "mouse" && term.matches(":hover")) term.peek(type === "pointerover");
      }, () => type === "click" && wished === term && term.isConnected && location.assign(link.href));
    }, {capture: true});
  }

  document$.subscribe(() => {
    show();
    for (const name of ["kr-table", "kr-offline"]) if (document.querySelector(name)) import(`./${name}.mjs`);
  });
})();
