// The service worker of one set of rules. A line above this one holds STORE: the build's name, which rules it shows, and every
// published file with the hash of its content. Pages are stored all or none; sheets and cards after them, each by itself.

const SCOPE = new URL(registration.scope).pathname;
const OURS = `kr16:${SCOPE}:`;
const NAME = OURS + STORE.build;
// Of the six connections that a browser opens to one host, two stay free for what the reader asks for.
const AT_A_TIME = 4;
const CHANGED = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>A newer version</title>
<h1>This sheet has changed</h1><p>It is newer than the pages on this device. Go back, choose “Show it” when the page offers the newer version, and open the sheet again.</p>`;
// Ends the fetching of sheets and cards, for this worker would not give way to the next before its work is done.
let halt = new AbortController(), filling = null;

addEventListener("install", event => event.waitUntil(install()));
addEventListener("activate", event => event.waitUntil(activate()));
addEventListener("message", event => event.waitUntil(answer(event)));
addEventListener("fetch", event => {
  const {origin, pathname} = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || !pathname.startsWith(SCOPE)) return;
  const address = pathname.slice(SCOPE.length).replace(/(^|\/)index\.html$/, "$1");
  if (isOurs(address)) event.respondWith(stored(event.request, address));
  else if (isOurs(`${address}/`)) event.respondWith(Response.redirect(`${SCOPE}${address}/`));
  else if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(unknown));
});

const isOurs = address => Object.hasOwn(STORE.files, address) || Object.hasOwn(STORE.papers, address);
const kept = address => caches.match(SCOPE + address, {cacheName: NAME});

/** Fill a cache for this build; if one file cannot be had, the version before stays in use. What was fetched waits for the next try,
    but for where it fills the device. */
async function install() {
  try {
    await fill(STORE.files, have);
    await fill(STORE.papers, copy);
  } catch (error) {
    if (error.name === "QuotaExceededError") await caches.delete(NAME);
    for (const client of await clients.matchAll({includeUncontrolled: true})) client.postMessage(error.name);
    throw error;
  }
}

/** Take over, and drop what earlier builds of these rules have stored. */
async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== NAME) await caches.delete(name);
  await clients.claim();
}

async function answer({data, ports: [port]}) {
  if (data === "use") await skipWaiting();
  if (data === "stop") halt.abort();
  if (data === "papers") await (filling ??= complete().catch(() => {}).finally(() => { filling = null; }));
  const papers = Object.keys(STORE.papers).length;
  port?.postMessage(await missing(STORE.files) ? null : {...STORE.rules, papers, stored: papers - await missing(STORE.papers)});
}

/** Fetch sheets and cards; before them the pages, where the store was emptied though the worker stayed. */
async function complete() {
  if (await missing(STORE.files)) {
    halt = new AbortController();
    await install();
  }
  await fill(STORE.papers, (...paper) => have(...paper).catch(full));
}

/** How many of these files are not kept. (To open a cache that was deleted would make it anew.) */
async function missing(files) {
  const found = await Promise.all(Object.keys(files).map(kept));
  return found.filter(one => !one).length;
}

/** Have each file put into this build's cache that is not there. */
async function fill(files, put) {
  const cache = await caches.open(NAME), queue = Object.entries(files);
  const work = async () => {
    for (let next; (next = queue.shift());) if (!await kept(next[0])) await put(cache, ...next);
  };
  await Promise.all(Array.from({length: AT_A_TIME}, work));
}

/** Put a file into the cache: from an earlier build if it is the same, else from the site. */
async function have(cache, address, hash) {
  if (await copy(cache, address, hash)) return;
  const response = await fetched(address, hash, halt.signal);
  if (!response.ok) throw new Error(`${address} is not the file of this version`);
  await cache.put(SCOPE + address, response);
}

async function copy(cache, address, hash) {
  for (const cacheName of await caches.keys()) {
    const old = cacheName.startsWith(OURS) && cacheName !== NAME && await caches.match(SCOPE + address, {cacheName});
    if (!old || await hashOf(await old.clone().arrayBuffer()) !== hash) continue;
    await cache.put(SCOPE + address, old);
    return true;
  }
}

/** A file from the site; where that is of another version, an answer that says so. */
async function fetched(address, hash, signal) {
  const response = await fetch(SCOPE + address, {cache: "no-cache", signal});
  if (!response.ok) return response;
  const body = await response.arrayBuffer(), right = await hashOf(body) === hash;
  return right ? new Response(body, {headers: {"content-type": response.headers.get("content-type")}}) : new Response(CHANGED, {status: 404, headers: {"content-type": "text/html"}});
}

/** One paper that cannot be had is no reason to go without the others; but where there is no room, nothing more is fetched. */
const full = ({name}) => { if (name === "QuotaExceededError") halt.abort(); };

async function hashOf(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...bytes.slice(0, 12)].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

/** What is stored; a sheet that is not yet comes from the site, but never one of another version. */
async function stored(request, address) {
  const found = await kept(address);
  if (found || !Object.hasOwn(STORE.papers, address) || !await caches.has(NAME)) return found ?? fetch(request);
  const paper = await fetched(address, STORE.papers[address]);
  if (!paper.ok) registration.update().catch(() => {});
  return paper;
}

async function unknown() {
  const page = await kept("404.html");
  return page ? new Response(page.body, {status: 404, headers: page.headers}) : Response.error();
}
