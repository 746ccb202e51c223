/**
 * A worker and the file it holds. Closing ends the worker: whatever it was
 * decoding stops at once, and all its memory goes with it. A file still being
 * opened is then undefined; other calls still waiting simply never answer.
 */
import { proxy, type Remote, wrap } from "comlink";
import type { Opened } from "../protocol/facts.ts";
import type { WorkerApi } from "../protocol/workerApi.ts";

/** A worker that waits for its file. */
let spare: Worker | undefined;

/** Starts a worker ahead, so that the next file need not wait for it. Gives what ends it, unless it has got a file. */
export function startAhead(): () => void {
  const worker = spare ?? startWorker();
  spare = worker;
  return () => {
    if (spare === worker) {
      worker.terminate();
      spare = undefined;
    }
  };
}

function startWorker(): Worker {
  const worker = new Worker(new URL("../worker/worker.ts", import.meta.url), {
    type: "module",
    name: "asdf-viewer",
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    spare = spare === worker ? undefined : spare;
  });
  return worker;
}

/** The worker as the page calls it. */
export type RemoteWorker = Remote<WorkerApi>;

export class Connection {
  /** What the worker answers. */
  readonly worker: RemoteWorker;
  readonly #thread = spare ?? startWorker();
  readonly #closed: Promise<undefined>;
  #settle = () => {};
  #tasks = 0;

  /** `onFailure` is told when the worker itself cannot go on. */
  constructor(onFailure: (message: string) => void) {
    spare = undefined;
    this.#thread.addEventListener("error", (event) => {
      onFailure(event.message || "the worker that reads files could not be started");
    });
    this.worker = wrap<WorkerApi>(this.#thread);
    this.#closed = new Promise((resolve) => {
      this.#settle = () => resolve(undefined);
    });
  }

  /** Undefined when it was closed before it was open. */
  open(...[source, path, onProgress]: Parameters<WorkerApi["open"]>): Promise<Opened | undefined> {
    return Promise.race([this.worker.open(source, path, proxy(onProgress)), this.#closed]);
  }

  /** Asks for what takes a number to stop it by: when the signal aborts it fails at once, and the worker stops. */
  async stoppable<T>(signal: AbortSignal, ask: (task: number) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const task = this.#tasks;
    this.#tasks += 1;
    return new Promise<T>((resolve, reject) => {
      const stop = () => {
        void this.worker.stop(task);
        reject(signal.reason);
      };
      signal.addEventListener("abort", stop, { once: true });
      ask(task)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", stop));
    });
  }

  close(): void {
    this.#thread.terminate();
    this.#settle();
  }
}
