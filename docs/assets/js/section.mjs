// An address → the section it leads to, as nodes that can stand anywhere: without ids, every link whole.

const HEADING = "h1, h2, h3, h4, h5, h6";
const pages = new Map();

/**
 * The section at an address; its page is fetched once, or is the one on the screen.
 * @param {string} href
 * @returns {Promise<{title: string, nodes: Element[]}>}
 */
export async function sectionAt(href) {
  const url = new URL(href, location.href), page = `${url.origin}${url.pathname}`;
  const here = page === `${location.origin}${location.pathname}`;
  if (!here && !pages.has(page)) pages.set(page, load(page));
  try {
    return sectionIn(here ? document : await pages.get(page), decodeURIComponent(url.hash.slice(1)), page);
  } catch (error) {
    pages.delete(page);
    throw error;
  }
}

async function load(page) {
  const answer = await fetch(page);
  if (!answer.ok) throw new Error(`${page}: ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/**
 * The section of a document that begins with a heading: all up to the next heading of its level or above.
 * @param {Document} from
 * @param {string} id the heading's; nothing for the page's own beginning
 * @param {string} base the address of the document
 * @returns {{title: string, nodes: Element[]}}
 */
export function sectionIn(from, id, base) {
  const found = id ? from.getElementById(id) : from.querySelector("article h1");
  if (!found) throw new Error(`${base}: no section "${id}"`);
  const heading = found.closest(HEADING) ?? found.closest("article > *");
  const nodes = [];
  if (heading.matches(HEADING)) {
    for (let next = heading.nextElementSibling; next && !(next.matches(HEADING) && next.localName <= heading.localName); next = next.nextElementSibling) nodes.push(next);
  } else {
    nodes.push(heading);
  }
  return {title: ownText(heading), nodes: nodes.map(node => loose(node, base))};
}

const ownText = heading => [...heading.childNodes].filter(node => node.nodeName !== "A").map(node => node.textContent).join("").trim();

/** A copy of an element that can stand on any page, once or twice. */
function loose(element, base) {
  const copy = document.importNode(element, true);
  for (const gone of copy.querySelectorAll(".headerlink, .kr-tools, .kr-panel")) gone.remove();
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    one.removeAttribute("id");
    if (one.hasAttribute("href")) one.setAttribute("href", new URL(one.getAttribute("href"), base));
    if (one.hasAttribute("src")) one.setAttribute("src", new URL(one.getAttribute("src"), base));
  }
  return copy;
}
