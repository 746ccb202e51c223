/** Workers of each platform: how they are started, and what the pool needs of them. */
import { configuredWorker, type WorkerScript } from "../api/configure.ts";
import type { StartedWorker } from "../api/worker-pool.ts";
import type { PlatformWorker } from "./worker-handle.ts";

/** What Node's workers have in addition: they are event emitters, and keep the process alive until `unref()` is called. */
interface NodeWorker extends StartedWorker {
  on(event: string, listener: (detail: unknown) => void): unknown;
  ref(): void;
  unref(): void;
}

/** Where the script of a worker is, if that is not beside this module. */
let place = (): URL | undefined => undefined;
let script: WorkerScript = "pool/worker.js";
let start = (located: string | URL | undefined): PlatformWorker => {
  if (typeof Worker === "undefined") {
    throw new Error(
      "this environment, such as a Service Worker, has no workers: leave out the option `workers`",
    );
  }
  const address = located ?? placed();
  if (address === undefined) {
    // Bundlers recognise this form.
    return adopt(new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));
  }
  const url = new URL(address, location.href);
  return url.origin === location.origin ? adopt(new Worker(url, { type: "module" })) : startByImport(url);
};

/** Starts a worker: as the caller has configured it, otherwise as the platform does. */
export function startWorker(): PlatformWorker {
  const found = configuredWorker(script);
  return typeof found === "object" && "postMessage" in found ? adopt(found) : start(found);
}

/** Sets how workers are started, and from which script. The entry for Node calls this. */
export function setWorkerStarter(own: typeof start, its: WorkerScript): void {
  [start, script] = [own, its];
}

/** Sets where the script of a worker is, which is asked for each worker. */
export function setWorkerPlace(known: typeof place): void {
  place = known;
}

function placed(): URL | undefined {
  try {
    return place();
  } catch {
    // `import.meta.url` is lost in some formats of bundlers.
    return undefined;
  }
}

/** A worker that somebody has started. */
export function adopt(worker: StartedWorker): PlatformWorker {
  const common = {
    postMessage: (message: unknown, transfer: MessagePort[]) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
  };
  if (isOfNode(worker)) {
    return {
      ...common,
      onEnd: (listener) => {
        worker.on("error", (error) => listener(String(error)));
        worker.on("exit", (code) => listener(`it exited with code ${String(code)}`));
      },
      ref: () => worker.ref(),
      unref: () => worker.unref(),
    };
  }
  return {
    ...common,
    // Browsers have no event for a worker that was ended from outside, but they release its lock.
    lock: navigator.locks && crypto.randomUUID(),
    onEnd: (listener) => {
      (worker as Worker).addEventListener("error", (event) => {
        event.preventDefault();
        listener(event.message || "its script did not load");
      });
    },
  };
}

/** The addresses of scripts that import a script from another origin, by the address of the imported one. */
const importing = new Map<string, string>();

/** Starts a worker whose script is at another origin, which browsers refuse: its own script only imports that one. */
function startByImport({ href }: URL): PlatformWorker {
  const text = `import ${JSON.stringify(href)};`;
  const address = importing.get(href) ?? URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  importing.set(href, address);
  return adopt(new Worker(address, { type: "module" }));
}

function isOfNode(worker: StartedWorker): worker is NodeWorker {
  return "on" in worker && "unref" in worker;
}
