/** The pool of workers as callers see it; the folder `pool` starts the workers and gives them work. */

import { checkOptions, type OptionNames, wrong } from "./arguments/checks.ts";
import { keepOriginal, originalOf } from "./marks/originals.ts";

/** A worker as a caller starts it: a `Worker` of browsers, or one of Node's `worker_threads`. */
export interface StartedWorker {
  /** Sends it a message. */
  // biome-ignore lint/suspicious/noExplicitAny: the platforms declare different types for what is sent
  postMessage(message: any, transfer: any): void;
  /** Ends it. */
  terminate(): unknown;
}

/** Options of a `WorkerPool`. */
export interface WorkerPoolOptions {
  /** The maximum number of workers. Default: the number of cores, at most 4. */
  readonly size?: number | undefined;
  /**
   * About how many decoded bytes a worker decodes at a time, where a block or an array can be split. Default 4 MiB: enough
   * that the overhead of a task does not matter, few enough that an image keeps several workers busy.
   */
  readonly part?: number | undefined;
  /**
   * Starts a worker whose script is `asdf-wasm/pool/worker.js`, or imports it, where the package cannot find that script by
   * itself. It is called once for each worker that the pool needs.
   */
  readonly worker?: (() => StartedWorker) | undefined;
}

const OPTIONS: OptionNames<WorkerPoolOptions> = { size: true, part: true, worker: true };

/**
 * Workers that decode for any number of files. Pass a pool to `open()`; `workers: true` uses one that all files share.
 *
 * @example
 * using pool = new WorkerPool({ size: 2 });
 * const file = await open(url, { workers: pool });
 */
export class WorkerPool {
  /** The maximum number of workers. */
  readonly size: number;
  /** @internal About how many decoded bytes a task covers. */
  readonly part: number;
  /** @internal Starts a worker, if the caller does. */
  readonly worker: (() => StartedWorker) | undefined;
  readonly #closing = new AbortController();

  constructor(options: WorkerPoolOptions = {}) {
    checkOptions(options, OPTIONS, "WorkerPool");
    const { size = defaultSize(), part = 4 * 2 ** 20, worker } = options;
    if (!(Number.isSafeInteger(size) && size >= 1)) {
      throw wrong("size", size, "a whole number of workers, at least 1");
    }
    if (!(part >= 1)) {
      throw wrong("part", part, "a number of bytes, at least 1");
    }
    if (worker !== undefined && typeof worker !== "function") {
      throw wrong("worker", worker, "a function that starts a worker");
    }
    this.size = size;
    this.part = part;
    this.worker = worker;
    keepOriginal(this);
  }

  /** @internal Aborted when the pool is closed. */
  get closed(): AbortSignal {
    return originalOf(this).#closing.signal;
  }

  /** Ends the workers. Their unfinished work fails with the code `closed`. */
  close(): void {
    originalOf(this).#closing.abort();
  }

  /** Calls `close()` at the end of the scope of a `using` declaration. */
  [Symbol.dispose](): void {
    this.close();
  }
}

/** Node has no `navigator` before version 21. */
function defaultSize(): number {
  return Math.min(globalThis.navigator?.hardwareConcurrency ?? 2, 4);
}
