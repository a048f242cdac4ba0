// Keeps one version of the site in the browser, whole or not at all, and serves it from there: without a network, and
// without ever mixing two versions. A new version serves the next page that is opened; pages of the version before it,
// which may still be open, find their own files as long as they are among the two newest.
const worker = self as unknown as ServiceWorkerGlobalScope;

// The files by path, with the hash of what must be in them. The build fills it in.
declare const __SITE__: { version: string; files: Record<string, string> };

const { version, files } = __SITE__;
// Other sites may live at the same host, and so may another copy of this one.
const kFamily = `duello ${worker.registration.scope} `;
const kName = kFamily + version;

const addressOf = (path: string) => new URL(path, worker.registration.scope).href;
const isHashed = (path: string) => path.startsWith("assets/");

// Fails if any file is missing or is not the one that was built: half of a site that is just being replaced is no site.
async function keep(): Promise<void> {
  const answers = await Promise.all(
    Object.entries(files).map(async ([path, integrity]) => {
      const cache = isHashed(path) ? "default" : "no-cache";
      const answer = await fetch(addressOf(path), { integrity, cache });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return [addressOf(path), answer] as const;
    }),
  );
  // Back to a version that was there before: it counts as new.
  await caches.delete(kName);
  const cache = await caches.open(kName);
  for (const [address, answer] of answers) await cache.put(address, answer);
  await worker.skipWaiting();
}

async function forgetOld(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(kFamily));
  await Promise.all(ours.slice(0, -2).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function find(request: Request): Promise<Response> {
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname.replace(/\/index\.html$/, "/");
  const newest = await caches.open(kName);
  const kept = (await newest.match(address)) ?? (await older(address));
  return kept ?? fetch(request);
}

// Names with a hash mean the same in every version; others are only taken from the newest.
async function older(address: string): Promise<Response | undefined> {
  if (!isHashed(address.slice(worker.registration.scope.length))) return undefined;
  for (const name of await caches.keys()) {
    const kept = name.startsWith(kFamily) && (await (await caches.open(name)).match(address));
    if (kept) return kept;
  }
  return undefined;
}

// What a server answers is never kept.
const kApi = addressOf("api/");

// Whether there are tables is asked of whoever is there now, and without a network nobody is.
function head(request: Request): Promise<Response> {
  return fetch(request).catch(() => new Response(null, { headers: { "Duello-Tables": "away" } }));
}

worker.addEventListener("install", (event) => event.waitUntil(keep()));
worker.addEventListener("activate", (event) => event.waitUntil(forgetOld()));
worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (!url.startsWith(worker.registration.scope) || url.startsWith(kApi)) return;
  if (method === "HEAD") event.respondWith(head(event.request));
  if (method === "GET") event.respondWith(find(event.request));
});
