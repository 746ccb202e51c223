/** Workers of each platform: how they are started, and what the pool needs of them. */
import { configuredWorker } from "../api/configure.ts";
import { environment } from "../api/environment.ts";
import type { StartedWorker } from "../api/worker-pool.ts";
import type { PlatformWorker } from "./worker-handle.ts";

/** What Node's workers have in addition: they are event emitters, and keep the process alive until `unref()` is called. */
interface NodeWorker extends StartedWorker {
  on(event: string, listener: (detail: unknown) => void): unknown;
  ref(): void;
  unref(): void;
}

const SCRIPT = "pool/worker.js";

/** Starts a worker: as the caller has configured it, otherwise as the platform does. */
export function startWorker(): PlatformWorker {
  const { workers = { script: SCRIPT, start } } = environment();
  const found = configuredWorker(workers.script);
  return adopt(typeof found === "object" && "postMessage" in found ? found : workers.start(found));
}

function start(located: string | URL | undefined): StartedWorker {
  if (typeof Worker === "undefined") {
    throw new Error(
      "this environment, such as a Service Worker, has no workers: leave out the option `workers`",
    );
  }
  const address = located ?? placed();
  if (address === undefined) {
    // Bundlers recognise this form.
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  }
  const url = new URL(address, location.href);
  return url.origin === location.origin ? new Worker(url, { type: "module" }) : startByImport(url);
}

/** Where the script is, if that is not beside this module. */
function placed(): string | URL | undefined {
  try {
    return environment().locate?.(SCRIPT) as string | URL | undefined;
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
function startByImport({ href }: URL): Worker {
  const text = `import ${JSON.stringify(href)};`;
  const address = importing.get(href) ?? URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  importing.set(href, address);
  return new Worker(address, { type: "module" });
}

function isOfNode(worker: StartedWorker): worker is NodeWorker {
  return "on" in worker && "unref" in worker;
}
