// Part of every page's script: what an open search needs that Material does not do, or not yet.

/** Close search while Material is not there to do so; if its field kept the focus, Material would open it again. */
const closeSearch = () => {
  const box = document.querySelector("#__search");
  if (self.document$ || !box.checked) return;
  document.activeElement.blur();
  box.click();
};

// A hit may stand on the page that is shown. On a phone Material holds that where it was, and would scroll back there as search closes.
document.addEventListener("click", ({target}) => {
  if (!target.closest?.(".md-search-result a")) return;
  document.body.removeAttribute("data-md-scrolllock");
  document.body.style.top = "";
  closeSearch();
}, {capture: true});

// A link, or a hit, that leads to a place on the page that is shown needs all of it laid out (partials/early.css), or the place would move.
document.addEventListener("click", ({target}) => {
  const link = target.closest?.("a");
  if (link?.hash && link.pathname === location.pathname) document.documentElement.classList.remove("early");
}, {capture: true});

// Escape and / do what they will do when Material is there.
document.addEventListener("keydown", event => {
  if (event.key === "Escape") closeSearch();
  if (event.key !== "/" || self.document$ || event.target !== document.body) return;
  event.preventDefault();
  document.querySelector("#__search").click();
});
