// Part of every page's script: what an open search needs that Material does not do, or not yet.

/** Close search while Material is not there to do so; if its field kept the focus, Material would open it again. */
const closeSearch = () => {
  const box = document.querySelector("#__search");
  if (self.document$ || !box.checked) return;
  document.activeElement.blur();
  box.click();
};

// A link, or a hit, may lead to a place on the page that is shown.
document.addEventListener("click", ({target}) => {
  const link = target.closest?.("a");
  // All of the page must be laid out (partials/early.css), or the place would move.
  if (link?.hash && link.pathname === location.pathname) document.documentElement.classList.remove("early");
  if (!link?.closest(".md-search-result")) return;
  // On a phone Material holds the page where it was, and would scroll back there as search closes.
  document.body.removeAttribute("data-md-scrolllock");
  document.body.style.top = "";
  closeSearch();
}, {capture: true});

// Escape and / do what they will do when Material is there.
document.addEventListener("keydown", event => {
  if (event.key === "Escape") closeSearch();
  if (event.key !== "/" || self.document$ || event.target !== document.body) return;
  event.preventDefault();
  document.querySelector("#__search").click();
});

// Material hears keys. What is pasted, spoken or picked from what a keyboard suggests comes without one: so one is told it.
let unheard;
document.addEventListener("keyup", () => clearTimeout(unheard), {capture: true});
document.addEventListener("input", ({target}) => {
  clearTimeout(unheard);
  if (target.matches("[data-md-component=search-query]")) unheard = setTimeout(() => target.dispatchEvent(new Event("keyup")), 150);
});
