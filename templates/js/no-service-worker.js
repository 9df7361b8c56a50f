// In place of the service worker under `kr16 serve`: takes away what an earlier build has stored here, and itself.

addEventListener("message", ({ports: [port]}) => port?.postMessage(null));
addEventListener("install", () => skipWaiting());
addEventListener("activate", event => event.waitUntil((async () => {
  const ours = `kr16:${new URL(registration.scope).pathname}:`;
  for (const name of await caches.keys()) if (name.startsWith(ours)) await caches.delete(name);
  await registration.unregister();
})()));
