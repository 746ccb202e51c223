/** One worker of a pool: it is given jobs, gets the bytes it asks for, and says what they came to, until it dies. */
import type { Stretch, Task } from "../engine.ts";
import { AsdfError, fromEngine } from "../error.ts";
import { PIECE } from "../fill.ts";
import type { Bytes } from "../source.ts";
import type { Begin, News, Order, Outcome, Rows } from "./protocol.ts";
import { roomFor, type Spare } from "./spare.ts";

/** In Node: what the program stays alive for, unless it is told not to. */
interface Keeper {
  ref?(): void;
  unref?(): void;
}

/** A worker as it is started. */
export interface Thread extends Keeper {
  /** The name for a lock, where only that tells of its end. */
  readonly lock?: string | undefined;
  postMessage(message: Begin, transfer: MessagePort[]): void;
  terminate(): unknown;
  /** Says what to do when it fails, or ends by itself. */
  onEnd(tell: (reason: string) => void): void;
}

/** A part of a reading, what it takes to carry it out, and what it comes to. */
export class Job {
  readonly task: Task | Stretch;
  readonly elements: number | undefined;
  readonly bytes: Bytes;
  /** Whether its rows are wanted as they are finished. */
  readonly rows: boolean;
  /** How many bytes of memory it gets for its elements; undefined: none, it makes its own. */
  readonly room: number | undefined;
  readonly outcome: Promise<Outcome>;
  /** Those that nobody has taken yet. */
  #arrived: Rows[] = [];
  #take: ((rows: Rows) => void) | undefined;
  readonly #stop = new AbortController();
  #resolve: (outcome: Outcome) => void = () => {};
  #reject: (reason: unknown) => void = () => {};

  constructor(
    task: Task | Stretch,
    elements: number | undefined,
    bytes: Bytes,
    rows: boolean,
    room?: number,
  ) {
    this.task = task;
    this.elements = elements;
    this.bytes = bytes;
    this.rows = rows;
    this.room = room;
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Whoever gave it out looks at it when its turn comes, or not at all, if another has failed.
    this.outcome.catch(() => {});
  }

  /** Aborted when nobody waits for it any more. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Hands over its rows, those that have arrived and those that will, and gives its outcome. */
  read(take: (rows: Rows) => void): Promise<Outcome> {
    for (const rows of this.#arrived) {
      take(rows);
    }
    this.#arrived = [];
    this.#take = take;
    return this.outcome;
  }

  receive(rows: Rows): void {
    if (this.#take === undefined) {
      this.#arrived.push(rows);
      return;
    }
    try {
      this.#take(rows);
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  resolve(outcome: Outcome): void {
    this.#resolve(outcome);
  }

  /** Lets it fail, which stops it. */
  fail(reason: unknown): void {
    this.#reject(reason);
    this.#stop.abort(reason);
  }
}

export class Hand {
  readonly #thread: Thread;
  readonly #port: MessagePort;
  readonly #keepers: readonly Keeper[];
  readonly #jobs = new Map<number, Job>();
  /** Told when it has room for another job, or never will again. */
  readonly #changed: (hand: Hand) => void;
  #number = 0;
  #spoke = false;
  #dead = false;

  constructor(thread: Thread, module: WebAssembly.Module, changed: (hand: Hand) => void) {
    const { port1, port2 } = new MessageChannel();
    this.#thread = thread;
    this.#port = port1;
    this.#keepers = [thread, port1 as Keeper];
    this.#changed = changed;
    port1.onmessage = ({ data }: MessageEvent<News>) => this.#hear(data);
    thread.onEnd((reason) => this.#die(reason));
    thread.postMessage({ module, port: port2, lock: thread.lock }, [port2]);
    this.#rest();
  }

  get isDead(): boolean {
    return this.#dead;
  }

  /** How many jobs it has. */
  get load(): number {
    return this.#jobs.size;
  }

  begin(job: Job, spare: Spare): void {
    const { task, elements, rows, room, bytes, signal } = job;
    const output = room === undefined ? undefined : (spare.take(room) ?? roomFor(room));
    this.#number += 1;
    const number = this.#number;
    this.#jobs.set(number, job);
    for (const keeper of this.#keepers) {
      keeper.ref?.();
    }
    signal.addEventListener("abort", () => this.#tell({ kind: "stop", job: number }), { once: true });
    const { gap, memory, most = memory ? undefined : PIECE } = bytes;
    const order = { kind: "begin", job: number, task, elements, rows, output, gap, most } as const;
    this.#tell(order, output && [output]);
  }

  /** Ends the worker at once. */
  end(reason: AsdfError): void {
    this.#dead = true;
    this.#port.close();
    this.#thread.terminate();
    for (const job of this.#jobs.values()) {
      job.fail(reason);
    }
    this.#jobs.clear();
  }

  #tell(order: Order, transfer: Transferable[] = []): void {
    this.#port.postMessage(order, transfer);
  }

  #hear(news: News): void {
    this.#spoke = true;
    if (news.kind === "locked") {
      void navigator.locks.request(news.lock, () => this.#die("it was ended"));
      return;
    }
    const job = this.#jobs.get(news.job);
    if (job === undefined) {
      return;
    }
    if (news.kind === "need") {
      void this.#supply(news.job, job, news);
      return;
    }
    if (news.kind === "rows") {
      if (!job.signal.aborted) {
        job.receive(news);
      }
      return;
    }
    this.#jobs.delete(news.job);
    if (news.kind === "done") {
      job.resolve(news);
    } else {
      job.fail(fromEngine(news.failure));
      if (news.broken) {
        this.#die("its decoder stopped unexpectedly");
        return;
      }
    }
    this.#rest();
    this.#changed(this);
  }

  async #supply(
    number: number,
    job: Job,
    { ask, offset, length, spare }: Extract<News, { kind: "need" }>,
  ): Promise<void> {
    const { bytes, signal } = job;
    try {
      const piece = await bytes.read(offset, length, signal);
      // What belongs to somebody else cannot be given away.
      const own = bytes.memory ? copied(piece, spare) : piece;
      this.#tell({ kind: "bytes", job: number, ask, bytes: own }, [own.buffer]);
    } catch (thrown) {
      job.fail(thrown);
    }
  }

  /** An idle worker keeps nobody waiting for it. */
  #rest(): void {
    if (this.#jobs.size === 0) {
      for (const keeper of this.#keepers) {
        keeper.unref?.();
      }
    }
  }

  #die(reason: string): void {
    if (this.#dead) {
      return;
    }
    const [code, what] = this.#spoke
      ? ([
          "limit-exceeded",
          "a worker ended before its work was done, which happens when memory runs out",
        ] as const)
      : ([
          "network",
          "a worker could not be started: check that the package's pool/worker.js is served",
        ] as const);
    this.end(new AsdfError(code, `${what} (${reason})`));
    this.#changed(this);
  }
}

/** The same bytes in other memory, if possible in that which is to spare. */
function copied(bytes: Uint8Array, spare: ArrayBuffer | undefined): Uint8Array<ArrayBuffer> {
  const { length } = bytes;
  const copy = new Uint8Array(spare ?? roomFor(length), 0, length);
  copy.set(bytes);
  return copy;
}
