/** The workers of a pool: started when there is work for them, and shared by all files and reads that use the pool. */

import { wrong } from "../api/arguments/checks.ts";
import { AsdfError, reasonOf } from "../api/error.ts";
import { originalOf } from "../api/marks/originals.ts";
import { WorkerPool } from "../api/worker-pool.ts";
import { JOBS_PER_WORKER, TASKS_PER_WORKER } from "../bytes/fetch-policy.ts";
import { isFitsReader, reader } from "../wasm/reading.ts";
import { BufferPool } from "./buffers.ts";
import type { Job } from "./job.ts";
import { adopt, startWorker } from "./platform.ts";
import { WorkerHandle } from "./worker-handle.ts";

export class Workers {
  readonly #pool: WorkerPool;
  /** The buffers into which tasks were decoded, for reuse. */
  readonly buffers: BufferPool;
  readonly #workers = new Set<WorkerHandle>();
  readonly #queue: Job[] = [];

  constructor(pool: WorkerPool) {
    this.#pool = pool;
    // As many as a read uses at once, so that the next one makes none.
    this.buffers = new BufferPool(TASKS_PER_WORKER * pool.size);
    pool.closed.addEventListener("abort", () => this.#close());
  }

  /** The maximum number of workers. */
  get size(): number {
    return this.#pool.size;
  }

  /** About how many decoded bytes a task covers. */
  get part(): number {
    return this.#pool.part;
  }

  /** Queues a job. */
  run(job: Job): void {
    if (this.#pool.closed.aborted) {
      job.fail(closed());
    } else {
      this.#queue.push(job);
      this.#next();
    }
  }

  #close(): void {
    for (const job of this.#queue.splice(0)) {
      job.fail(closed());
    }
    for (const worker of this.#workers) {
      worker.end(closed());
    }
    this.#workers.clear();
  }

  /** Gives queued jobs to workers that can take one. */
  #next(): void {
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) {
      if (job.signal.aborted) {
        continue;
      }
      try {
        const worker = this.#free();
        if (worker === undefined) {
          this.#queue.unshift(job);
          return;
        }
        worker.begin(job);
      } catch (cause) {
        const hint = "pass `new WorkerPool({ worker })` that starts it (see docs/workers.md)";
        const message = `a worker could not be started (${reasonOf(cause)}): ${hint}`;
        job.fail(cause instanceof AsdfError ? cause : new AsdfError("network", message, { cause }));
      }
    }
  }

  /** The worker for the next job: an idle one, else a new one, else the one with the fewest jobs. */
  #free(): WorkerHandle | undefined {
    let [least, load]: [WorkerHandle | undefined, number] = [undefined, Infinity];
    for (const worker of this.#workers) {
      const its = worker.load;
      if (its < load) {
        [least, load] = [worker, its];
      }
    }
    if (load === 0) {
      return least;
    }
    if (this.#workers.size < this.size) {
      const changed = (worker: WorkerHandle) => this.#changed(worker);
      const { worker: start } = this.#pool;
      const platform = start ? adopt(start()) : startWorker();
      const core = reader();
      const code = { module: core.module(), isFits: isFitsReader(core) };
      const worker = new WorkerHandle(platform, code, this.buffers, changed);
      this.#workers.add(worker);
      return worker;
    }
    return load < JOBS_PER_WORKER ? least : undefined;
  }

  #changed(worker: WorkerHandle): void {
    if (worker.isDead) {
      this.#workers.delete(worker);
    }
    this.#next();
  }
}

function closed(): AsdfError {
  return new AsdfError("closed", "the pool of workers is closed");
}

let shared: WorkerPool | undefined;

/** The pool that `workers: true` means. */
function sharedPool(): WorkerPool {
  shared ??= new WorkerPool();
  return shared;
}

const workersByPool = new WeakMap<WorkerPool, Workers>();

/** The workers that the option `workers` means. */
export function workersOf(option: WorkerPool | boolean | undefined): Workers | undefined {
  if (!option) {
    return undefined;
  }
  const pool = option === true ? sharedPool() : originalOf(option);
  if (!(pool instanceof WorkerPool)) {
    throw wrong("workers", pool, "true, false or a pool, such as `new WorkerPool({ size: 4 })`");
  }
  const workers = workersByPool.get(pool) ?? new Workers(pool);
  workersByPool.set(pool, workers);
  return workers;
}
