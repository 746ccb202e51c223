/** Workers that decode: they are started when there is work for them, and all files and reads that use a pool share them. */

import { AsdfError, reasonOf } from "../api/error.ts";
import { engine } from "../wasm/reader.ts";
import { Spare } from "./spare.ts";
import { Hand, type Job, type Thread } from "./worker-handle.ts";

/** How many jobs a worker has at a time: while it waits for the bytes of one, it goes on with the other. */
const LANES = 2;
/** How many buffers are kept for each worker. */
const SPARE = 3;

/** Options of a `WorkerPool`. */
export interface WorkerPoolOptions {
  /** How many workers there may be. Default: as many as the machine has cores, at most 4. */
  readonly size?: number | undefined;
  /**
   * About how many decoded bytes a worker is given at a time, where a block or an array can be cut. Default 4 MiB: enough
   * that giving it does not count, few enough that an image keeps several workers busy.
   */
  readonly part?: number | undefined;
}

let start = (): Thread => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  return {
    // Browsers do not say that a worker was ended from outside, but let go of its lock.
    lock: navigator.locks && crypto.randomUUID(),
    postMessage: (message, transfer) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
    onEnd: (tell) => {
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        tell(event.message || "its script did not load");
      });
    },
  };
};

/** @internal This is how to start a worker: the package's entry for Node says so. */
export function useThreads(startThread: () => Thread): void {
  start = startThread;
}

/**
 * Workers that decode for any number of files. Pass it to `open()`; `workers: true` uses one that all share.
 *
 * @example
 * using pool = new WorkerPool({ size: 2 });
 * const file = await open(url, { workers: pool });
 */
export class WorkerPool {
  /** How many workers there may be. */
  readonly size: number;
  /** @internal About how many decoded bytes a job goes over. */
  readonly part: number;
  /** @internal What parts were decoded into that are in their place now. */
  readonly spare: Spare;
  readonly #hands = new Set<Hand>();
  readonly #queue: Job[] = [];
  #closed = false;

  constructor({ size = coresHere(), part = 4 * 2 ** 20 }: WorkerPoolOptions = {}) {
    if (!(Number.isSafeInteger(size) && size >= 1)) {
      throw new RangeError(`a pool of ${size} workers: expected a whole number, at least 1`);
    }
    this.size = size;
    this.part = part;
    this.spare = new Spare(SPARE * size);
  }

  /** @internal Has a job done. */
  run(job: Job): void {
    if (this.#closed) {
      job.fail(closed());
    } else {
      this.#queue.push(job);
      this.#next();
    }
  }

  /** Ends the workers. What they were doing fails with the code `closed`. */
  close(): void {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) {
      job.fail(closed());
    }
    for (const hand of this.#hands) {
      hand.end(closed());
    }
    this.#hands.clear();
  }

  /** `close()`, at the end of a `using` declaration's scope. */
  [Symbol.dispose](): void {
    this.close();
  }

  /** Gives out what waits, as far as there is somebody to do it. */
  #next(): void {
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) {
      if (job.signal.aborted) {
        continue;
      }
      try {
        const hand = this.#free();
        if (hand === undefined) {
          this.#queue.unshift(job);
          return;
        }
        hand.begin(job);
      } catch (cause) {
        const message = `a worker could not be started: ${reasonOf(cause)}`;
        job.fail(cause instanceof AsdfError ? cause : new AsdfError("network", message, { cause }));
      }
    }
  }

  /** The worker to give the next job to; a new one rather than one that is at work. */
  #free(): Hand | undefined {
    const [least] = [...this.#hands].sort((a, b) => a.load - b.load);
    if (least?.load === 0) {
      return least;
    }
    if (this.#hands.size < this.size) {
      const hand = new Hand(start(), engine().module(), this.spare, (changed) => this.#changed(changed));
      this.#hands.add(hand);
      return hand;
    }
    return least && least.load < LANES ? least : undefined;
  }

  #changed(hand: Hand): void {
    if (hand.isDead) {
      this.#hands.delete(hand);
    }
    this.#next();
  }
}

/** Node has no `navigator` before 21. */
function coresHere(): number {
  return Math.min(globalThis.navigator?.hardwareConcurrency ?? 2, 4);
}

function closed(): AsdfError {
  return new AsdfError("closed", "the pool of workers is closed");
}

let shared: WorkerPool | undefined;

/** @internal The pool that the option `workers` stands for. */
export function poolOf(workers: WorkerPool | boolean | undefined): WorkerPool | undefined {
  if (workers === true) {
    shared ??= new WorkerPool();
    return shared;
  }
  return workers || undefined;
}
