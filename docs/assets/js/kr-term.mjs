// <kr-term>: around a link to a section of the rules; shows that section in place, on tap, Enter, hover or focus.
// Hover and keyboard focus peek: the panel goes when they go. A tap, a click or Enter pins it and moves the focus into it; then
// Escape closes it, or a phone's Back, where the browser tells of it.

import {sectionAt} from "./section.mjs";

const OPEN_AFTER = 300, CLOSE_AFTER = 250, DOUBLE_TAP = 500, MARGIN = 8;

// What was tapped last. Who has done something else meanwhile is shown no rule that comes late, and not taken to one that cannot be had.
let wished = null;
for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, () => { wished = wished && (wished.asked = null); }, {capture: true});
// Whoever turns a tablet finds the panel by its link.
addEventListener("resize", () => document.querySelectorAll(".kr-panel").forEach(panel => panel.parentNode.place()));

class KrTerm extends HTMLElement {
  connectedCallback() {
    this.link = this.querySelector("a");
    if (!this.link || this.wired) return;
    this.wired = true;
    this.addEventListener("click", event => this.onClick(event));
    this.addEventListener("keydown", event => event.key === "Escape" && this.panel && this.close(event));
    this.addEventListener("focusin", event => event.target === this.link && !this.quiet && this.link.matches(":focus-visible") && this.peek());
    this.addEventListener("focusout", ({relatedTarget}) => relatedTarget && !this.contains(relatedTarget) && this.close());
    this.addEventListener("pointerenter", ({pointerType}) => pointerType === "mouse" && this.later(OPEN_AFTER, () => this.peek(true)));
    this.addEventListener("pointerleave", ({pointerType}) => pointerType === "mouse" && this.later(CLOSE_AFTER, () => this.pinned || this.contains(document.activeElement) || this.close()));
  }

  disconnectedCallback() {
    this.close();
    clearTimeout(this.timer);
  }

  /** Whether links show the rules in place; those of the bar always do. */
  get on() {
    return this.hasAttribute("always") || document.documentElement.dataset.krTerms !== "off";
  }

  later(wait, action) {
    clearTimeout(this.timer);
    this.timer = setTimeout(action, wait);
  }

  onClick(event) {
    if (!this.link.contains(event.target) || !this.on || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.pinned && performance.now() - this.pinned > DOUBLE_TAP) this.close();
    else this.pin();
  }

  /** Show the panel for as long as the pointer or the focus stays; only a pointer can reach into it. */
  async peek(reachable = false) {
    if (this.on && !this.hasAttribute("always") && !this.panel) await this.open(!reachable).catch(() => {});
  }

  /** Show the panel until it is closed, and move the focus into it. */
  async pin() {
    clearTimeout(this.timer);
    wished = this;
    try {
      if (!this.panel) await this.open(false);
    } catch {
      if (wished === this && this.isConnected) location.assign(this.link.href);
    }
    if (!this.panel) return;
    this.pinned ||= performance.now();
    this.watcher ??= self.CloseWatcher && Object.assign(new CloseWatcher(), {onclose: () => this.close()});
    this.panel.inert = false;
    this.panel.focus({preventScroll: true});
  }

  async open(inert) {
    const asked = this.asked = {};
    const section = await sectionAt(this.link.href);
    if (this.asked !== asked || this.panel || !this.isConnected) return;
    this.panel = panelOf(section, this.link.href, () => this.close());
    this.panel.inert = inert;
    this.append(this.panel);
    this.link.setAttribute("aria-expanded", "true");
    this.panel.showPopover?.();
    if (this.panel.querySelector("kr-table")) import("./kr-table.mjs");
    this.place();
    this.outside = ({target}) => this.contains(target) || this.close();
    this.escape = event => event.key === "Escape" && !this.contains(document.activeElement) && this.close(event);
    document.addEventListener("pointerdown", this.outside);
    document.addEventListener("keydown", this.escape);
  }

  /** On a wide screen the panel stands by the link, where there is more room; on a phone the style sheet puts it at the foot. */
  place() {
    this.panel.style.setProperty("--bar", `${document.querySelector(".kr-bar")?.offsetHeight ?? 0}px`);
    const {left, top, bottom} = this.link.getBoundingClientRect(), {style} = this.panel;
    const above = top - 2 * MARGIN, below = innerHeight - bottom - 2 * MARGIN, under = below >= above || below >= this.panel.offsetHeight;
    style.setProperty("--room", `${under ? below : above}px`);
    style.setProperty("--left", `${Math.max(MARGIN, Math.min(left, innerWidth - this.panel.offsetWidth - MARGIN)) + scrollX}px`);
    style.setProperty("--top", `${(under ? bottom + MARGIN : top - MARGIN - this.panel.offsetHeight) + scrollY}px`);
  }

  /** Take the panel away; if the focus was in it, give it back to the link. */
  close(event) {
    this.asked = null;
    if (!this.panel) return;
    event?.stopPropagation();
    event?.preventDefault();  // Escape would close the panel around this one too.
    this.watcher?.destroy();
    this.watcher = null;
    const inside = this.panel.contains(document.activeElement);
    document.removeEventListener("pointerdown", this.outside);
    document.removeEventListener("keydown", this.escape);
    this.link.removeAttribute("aria-expanded");
    this.pinned = 0;
    const panel = this.panel;
    this.panel = null;
    if (inside) {
      this.quiet = true;
      this.link.focus({preventScroll: true});
      this.quiet = false;
    }
    panel.remove();
  }
}

/** The panel with a section in it, the way to the full entry, a button to close it and one to switch panels off. */
function panelOf({title, nodes}, href, close) {
  const panel = element("div", {className: "kr-panel md-typeset", role: "dialog", ariaLabel: title, tabIndex: -1, popover: "manual"});
  const shut = element("button", {type: "button", className: "kr-panel__close", ariaLabel: `Close ${title}`, textContent: "Close"});
  shut.addEventListener("click", close);
  const head = element("div", {className: "kr-panel__head"}, element("p", {className: "kr-panel__title", textContent: title}), shut);
  const full = element("a", {href, textContent: "Full entry"});
  full.addEventListener("click", close);
  const off = element("button", {type: "button", className: "kr-panel__off", textContent: "Don’t show rules in place"});
  off.dataset.krSet = "off";
  off.addEventListener("click", close);
  panel.append(head, element("div", {className: "kr-panel__body"}, ...nodes), element("div", {className: "kr-panel__foot"}, full, off));
  return panel;
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

customElements.define("kr-term", KrTerm);
