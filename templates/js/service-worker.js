// The service worker of one set of rules. A line above this one holds STORE: the build's name, which rules it shows, and every
// published file with the hash of its content. Pages are stored all or none; sheets and cards after them, each by itself.

const SCOPE = new URL(registration.scope).pathname;
const OURS = `kr16:${SCOPE}:`;
const NAME = OURS + STORE.build;
// Of the six connections that a browser opens to one host, two stay free for what the reader asks for.
const AT_A_TIME = 4;

addEventListener("install", event => event.waitUntil(install()));
addEventListener("activate", event => event.waitUntil(activate()));
addEventListener("message", event => event.waitUntil(answer(event)));
addEventListener("fetch", event => {
  const {origin, pathname} = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin || !pathname.startsWith(SCOPE)) return;
  const address = pathname.slice(SCOPE.length).replace(/(^|\/)index\.html$/, "$1");
  if (isOurs(address)) event.respondWith(stored(event.request, address));
  else if (isOurs(`${address}/`)) event.respondWith(Response.redirect(`${SCOPE}${address}/`));
  else if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(missing));
});

const isOurs = address => Object.hasOwn(STORE.files, address) || Object.hasOwn(STORE.papers, address);
const kept = address => caches.match(SCOPE + address, {cacheName: NAME});

/** Fill a cache for this build; if one file cannot be had, have none, and the version before stays in use. */
async function install() {
  try {
    await fill(STORE.files);
    await fill(STORE.papers, false);
  } catch (error) {
    await caches.delete(NAME);
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
  if (data === "papers") await fill(STORE.papers).catch(() => {});
  const names = Object.keys(STORE.papers), found = await Promise.all(names.map(kept));
  port?.postMessage({...STORE.rules, files: Object.keys(STORE.files).length, papers: names.length, stored: found.filter(Boolean).length});
}

/** Put files into this build's cache: from an earlier build if they are the same, else, if wanted, from the site. */
async function fill(files, fetched = true) {
  const cache = await caches.open(NAME), queue = Object.entries(files);
  const earlier = (await caches.keys()).filter(name => name.startsWith(OURS) && name !== NAME);
  const work = async () => {
    for (let next; (next = queue.shift());) if (!await kept(next[0])) await put(cache, earlier, fetched, ...next);
  };
  await Promise.all(Array.from({length: AT_A_TIME}, work));
}

async function put(cache, earlier, fetched, address, hash) {
  for (const cacheName of earlier) {
    const old = await caches.match(SCOPE + address, {cacheName});
    if (old && await hashOf(await old.clone().arrayBuffer()) === hash) return cache.put(SCOPE + address, old);
  }
  if (!fetched) return;
  const response = await fetch(SCOPE + address, {cache: "no-cache"}), body = await response.arrayBuffer();
  if (!response.ok || await hashOf(body) !== hash) throw new Error(`${address} is not the file of this version`);
  await cache.put(SCOPE + address, new Response(body, {headers: {"content-type": response.headers.get("content-type")}}));
}

async function hashOf(body) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...bytes.slice(0, 12)].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

const stored = async (request, address) => await kept(address) ?? fetch(request);

async function missing() {
  const page = await kept("404.html");
  return page ? new Response(page.body, {status: 404, headers: page.headers}) : Response.error();
}
