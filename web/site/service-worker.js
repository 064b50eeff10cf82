// Keeps the lesson and the docs on the reader's device, so that they work without a network. A new
// version is fetched as a whole, beside the one that is in use, and waits until the reader takes it or
// closes all pages.
/** The SHA-256 of each file of the site, which the build fills in. */
const files = {};

// Other sites may be on the same host, so the folder is part of the name.
const cacheName = `manyheads ${registration.scope}`;
const kept = () => caches.open(cacheName);
const addressOf = (name) => new URL(name, registration.scope).href;
/** Both versions are in one cache: what has not changed is fetched and kept once. */
const keyOf = (name) => `${addressOf(name)}?${files[name]}`;

addEventListener('install', (event) => event.waitUntil(keepAll()));
addEventListener('activate', (event) => event.waitUntil(begin()));
addEventListener('message', (event) => {
  if (event.data === 'update') event.waitUntil(skipWaiting());
  if (event.data === 'keep') event.waitUntil(keepAgain(event.source));
});
addEventListener('fetch', (event) => {
  const name = nameOf(event.request);
  if (Object.hasOwn(files, name)) event.respondWith(answer(name, event.request));
});

async function keepAll() {
  const cache = await kept();
  const there = new Set((await cache.keys()).map(({ url }) => url));
  const missing = Object.keys(files).filter((name) => !there.has(keyOf(name)));
  const keep = async (name) => cache.put(keyOf(name), await fetchWhole(addressOf(name), name));
  // The docs come last: compressed they are 75 KB after the lesson's 1.2 MB, too little to leave out.
  const isOfDocs = (name) => name.startsWith('docs/');
  await Promise.all(missing.filter((name) => !isOfDocs(name)).map(keep));
  await Promise.all(missing.filter(isOfDocs).map(keep));
}

/** The browser, or another page of this host, may have deleted files. */
const keepAgain = (client) =>
  keepAll().then(
    () => client.postMessage('kept'),
    () => {}, // it is tried again at the next visit
  );

/** A host may still answer with a file of another version: then it is tried again at the next visit. */
async function fetchWhole(address, name) {
  const response = await fetch(address, { cache: 'no-cache', priority: 'low' });
  const bytes = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  if (hash !== files[name]) throw new Error(`${address} is not of this version`);
  const headers = new Headers(response.headers);
  for (const ofTransfer of ['content-encoding', 'content-length']) headers.delete(ofTransfer);
  return new Response(bytes, { headers });
}

/** The old version's files are no longer needed. The page that began all this works offline from now on. */
async function begin() {
  await clients.claim();
  if (registration.installing || registration.waiting) return; // a newer version will tidy up
  const cache = await kept();
  const needed = new Set(Object.keys(files).map(keyOf));
  const keys = await cache.keys();
  await Promise.all(keys.filter(({ url }) => !needed.has(url)).map((key) => cache.delete(key)));
}

/** The file that a page asks for; the address of the site, or of the docs, is their index.html. */
function nameOf({ method, url }) {
  const address = new URL(url);
  address.search = address.hash = '';
  if (method !== 'GET' || !address.href.startsWith(registration.scope)) return '';
  return address.href.slice(registration.scope.length).replace(/(^|\/)$/u, '$1index.html');
}

async function answer(name, request) {
  const match = async () => (await kept()).match(keyOf(name));
  return (await match().catch(() => undefined)) ?? fetch(request); // what is kept may be damaged
}
