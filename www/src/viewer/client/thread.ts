/**
 * Starts the viewer's workers: from the script beside this module, also if that is on another origin, or by a function of
 * the page.
 */
// The page loads no more of the package before it is needed.
import { configuredWorker } from "asdf-wasm/configure";
import type { Notice } from "../protocol/facts.ts";

/** The address of a file of the viewer: in the package, of one that bundlers copy. */
const here = () => import.meta.url;

/** The development server of Vite before version 8 moves modules to this cache, and leaves the worker's script where it is. */
const VITE_CACHE = /\/node_modules\/\.vite\/.*/;

type Starter = () => Worker;

let start: Starter = startOwn;
/** The origin of the worker's script, if it is not the origin of the page. */
let elsewhere: string | undefined;

/**
 * Makes the viewers of this page start their workers by a function. It returns a module worker that runs the package's
 * `viewer/worker.js`.
 *
 * @deprecated Use `configure({ startWorker })` of `asdf-wasm`.
 */
export function setWorker(starter: Starter): void {
  start = starter;
}

/** Throws if the browser refuses at once. Any other failure is an `error` event of the worker, without a message. */
export function startWorker(): Worker {
  try {
    return start();
  } catch (cause) {
    const { code, message } = problemOfStart();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw Object.assign(new Error(`${message} (${reason})`, { cause }), { code });
  }
}

/** Why a worker that said nothing has probably not started. */
export function problemOfStart(): Notice {
  const hint = elsewhere
    ? `it is on ${elsewhere}, not on the origin of this page: that server must send \`Access-Control-Allow-Origin\`, and a content security policy of this page must have \`worker-src blob: ${elsewhere}\``
    : "check that `viewer/worker.js` of the package is served, that `configure({ locate })` says where it is if the bundler does not find that script, and that a content security policy of this page has `worker-src 'self'`";
  const message = `the script of the viewer's worker could not be loaded: ${hint}`;
  return { severity: "error", code: "network", message };
}

/** Bundlers recognise this form. */
function startDirectly(): Worker {
  return new Worker(new URL("../worker/start.ts", import.meta.url), { type: "module", name: "asdf-viewer" });
}

function startOwn(): Worker {
  const configured = configuredWorker("viewer/worker.js");
  if (configured !== undefined) {
    return typeof configured === "string" || configured instanceof URL
      ? startAt(new URL(configured, document.baseURI), true)
      : (configured as Worker);
  }
  const known = here();
  if (VITE_CACHE.test(known)) {
    const script = known.replace(VITE_CACHE, "/node_modules/asdf-wasm/viewer/worker.js");
    return new Worker(script, { type: "module", name: "asdf-viewer" });
  }
  // Some bundlers give addresses without an origin.
  if (new URL(known, document.baseURI).origin === location.origin) {
    return startDirectly();
  }
  const { url, isModule } = requested(startDirectly);
  return startAt(new URL(url), isModule);
}

function startAt({ href, origin }: URL, isModule: boolean): Worker {
  const options: WorkerOptions = { name: "asdf-viewer", ...(isModule && { type: "module" }) };
  if (origin === location.origin) {
    return new Worker(href, options);
  }
  elsewhere = origin;
  // Browsers refuse to start a script of another origin as a worker, but a worker of this origin may load it.
  const address = JSON.stringify(href);
  const script = isModule ? `import ${address};` : `importScripts(${address});`;
  return new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })), options);
}

/**
 * What a function passes to `new Worker()`, without starting one. A bundler puts the address of the built script there, and only
 * there.
 */
function requested(starter: Starter): { readonly url: string; readonly isModule: boolean } {
  const { Worker } = globalThis;
  let url = "";
  let isModule = false;
  class Recorder {
    constructor(address: string | URL, options?: WorkerOptions) {
      url = new URL(address, document.baseURI).href;
      isModule = options?.type === "module";
    }
  }
  Object.assign(globalThis, { Worker: Recorder });
  try {
    starter();
  } finally {
    Object.assign(globalThis, { Worker });
  }
  return { url, isModule };
}
