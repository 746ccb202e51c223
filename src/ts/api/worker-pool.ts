/** The pool of workers as callers see it; the room `pool` starts the workers and gives them work. */

/** Options of a `WorkerPool`. */
export interface WorkerPoolOptions {
  /** The maximum number of workers. Default: the number of cores, at most 4. */
  readonly size?: number | undefined;
  /**
   * About how many decoded bytes a worker decodes at a time, where a block or an array can be split. Default 4 MiB: enough
   * that the overhead of a task does not matter, few enough that an image keeps several workers busy.
   */
  readonly part?: number | undefined;
}

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
  readonly #closing = new AbortController();

  constructor({ size = defaultSize(), part = 4 * 2 ** 20 }: WorkerPoolOptions = {}) {
    if (!(Number.isSafeInteger(size) && size >= 1)) {
      throw new RangeError(`a pool of ${size} workers: expected a whole number, at least 1`);
    }
    this.size = size;
    this.part = part;
  }

  /** @internal Aborted when the pool is closed. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Ends the workers. Their unfinished work fails with the code `closed`. */
  close(): void {
    this.#closing.abort();
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
