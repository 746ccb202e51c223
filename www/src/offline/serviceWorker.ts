/**
 * The service worker: keeps the page on the device, so that it opens without a network. Scripts and modules have the hash of their
 * content in their names. So a page that is still open gets the files of its own version, and never newer ones; the page itself comes
 * from the network when there is one. Files that are looked at pass by: they are neither kept nor changed.
 */

/** The parts of the standard's types that are needed: TypeScript's library of them excludes the one for pages. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Scope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}

declare const self: Scope;

/** Put in by the build: the page, the files that it may load, and the hash of both. */
declare const PAGE: string;
declare const FILES: readonly string[];
declare const VERSION: string;

/** How long the network may take to answer with the page, in milliseconds. */
const PATIENCE = 4000;

const { scope } = self.registration;
const PREFIX = `asdf-viewer ${scope} `;
const CURRENT = PREFIX + VERSION;
const addresses = new Set(FILES.map((file) => new URL(file, scope).href));
const assets = new URL("assets/", scope).href;

self.addEventListener("install", (event) => {
  event.waitUntil(keepFiles().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOldVersions().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname;
  if (request.method !== "GET" || request.headers.has("Range")) {
    return;
  }
  if (request.mode === "navigate" && (address === scope || address === `${scope}index.html`)) {
    event.respondWith(page(request));
  } else if (addresses.has(address) || address.startsWith(assets)) {
    event.respondWith(kept(request));
  }
});

/** Fetches what an older version has not kept. */
async function keepFiles(): Promise<void> {
  const cache = await caches.open(CURRENT);
  const keep = async (address: string): Promise<void> => {
    const known = address.startsWith(assets) ? await caches.match(address) : undefined;
    const response = known ?? (await fetch(new Request(address, { cache: "no-cache", priority: "low" })));
    if (!response.ok) {
      throw new Error(`${address} answers ${response.status}`);
    }
    await cache.put(address, response);
  };
  await Promise.all([...addresses].map(keep));
}

/** Keeps the version before this one for pages that are still open. */
async function dropOldVersions(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CURRENT);
  await Promise.all(versions.slice(0, -1).map((name) => caches.delete(name)));
}

async function kept(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}

async function page({ url }: Request): Promise<Response> {
  const fromHere = () => new Response(PAGE, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  const late = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(fromHere()), PATIENCE);
  });
  const asked = fetch(url, { cache: "no-cache", redirect: "manual" });
  const fromNetwork = asked.then((response) => (response.status < 400 ? response : fromHere()), fromHere);
  return Promise.race([fromNetwork, late]);
}

export {};
