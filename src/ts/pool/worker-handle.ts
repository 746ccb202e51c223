/** One worker of a pool: it is given jobs, gets the bytes it asks for, and says what they came to, until it dies. */
import { AsdfError, fromEngine } from "../api/error.ts";
import { PIECE } from "../read/fill.ts";
import type { Bytes } from "../source/source.ts";
import type { Assignment, Begin, News, Order, Outcome, Place, Rows } from "./protocol.ts";
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

/** What a worker is to do, what it takes to carry it out, and what it comes to. */
export class Job {
  readonly task: Assignment["task"];
  readonly elements: number | undefined;
  readonly bytes: Bytes;
  /** Whether its rows are wanted as they are finished. */
  readonly rows: boolean;
  /** How many bytes of memory it gets for its elements; undefined: none, it makes its own. */
  readonly room: number | undefined;
  /** Where its elements belong in a result that a worker keeps, which puts them there itself. */
  readonly into: Into | undefined;
  readonly outcome: Promise<Outcome>;
  /** Those that nobody has taken yet. */
  #arrived: Rows[] = [];
  #take: ((rows: Rows) => void) | undefined;
  readonly #stop = new AbortController();
  #resolve: (outcome: Outcome) => void = () => {};
  #reject: (reason: unknown) => void = () => {};

  constructor(
    task: Assignment["task"],
    elements: number | undefined,
    bytes: Bytes,
    rows: boolean,
    room?: number,
    into?: Into,
  ) {
    this.task = task;
    this.elements = elements;
    this.bytes = bytes;
    this.rows = rows;
    this.room = room;
    this.into = into;
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

/** A result that one of the workers keeps: it decodes into it, and puts there what others decode. */
export class Kept extends Job {
  #hand: Hand | undefined;
  #number = 0;
  /** How much was put that is not known to be in its place yet. */
  #waiting = 0;

  constructor(nbytes: number, bytes: Bytes) {
    super({ nbytes }, undefined, bytes, false);
  }

  /** Says which worker keeps it, as which of its jobs. */
  begun(hand: Hand, number: number): void {
    this.#hand = hand;
    this.#number = number;
  }

  /** Where in it something belongs, for the worker that keeps it; the others have no part of it. */
  placeFor(hand: Hand, start: number): Place | undefined {
    return hand === this.#hand ? { job: this.#number, start } : undefined;
  }

  /** Whether its worker has still to put something in its place. */
  get isBehind(): boolean {
    return this.#waiting > 0;
  }

  /** Has bytes put in their place, whose memory comes back. */
  put(start: number, bytes: Uint8Array<ArrayBuffer>): void {
    this.#waiting += 1;
    this.#hand?.tell({ kind: "put", job: this.#number, start, bytes }, [bytes.buffer]);
  }

  /** Says that such memory has come back. */
  placed(): void {
    this.#waiting -= 1;
  }

  /** Has it handed over, as rows, once all that was put is in its place. */
  finish(): void {
    this.#hand?.tell({ kind: "finish", job: this.#number });
  }
}

/** Where in a result that is kept. */
export interface Into {
  readonly kept: Kept;
  readonly start: number;
}

export class Hand {
  readonly #thread: Thread;
  readonly #port: MessagePort;
  readonly #keepers: readonly Keeper[];
  readonly #jobs = new Map<number, Job>();
  readonly #spare: Spare;
  /** Told when it has room for another job, or never will again. */
  readonly #changed: (hand: Hand) => void;
  #number = 0;
  #spoke = false;
  #dead = false;

  /** `spare`: where memory comes from and goes back to. */
  constructor(thread: Thread, module: WebAssembly.Module, spare: Spare, changed: (hand: Hand) => void) {
    const { port1, port2 } = new MessageChannel();
    this.#thread = thread;
    this.#port = port1;
    this.#spare = spare;
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

  /** How many jobs it has. Keeping results, however many, is one, and another while it is behind with that. */
  get load(): number {
    const jobs = [...this.#jobs.values()];
    const kept = jobs.filter((job) => job instanceof Kept);
    const parts = jobs.length - kept.length;
    return parts + Number(kept.length > 0) + Number(kept.some(({ isBehind }) => isBehind));
  }

  begin(job: Job): void {
    const { task, elements, rows, room, into, bytes, signal } = job;
    const place = into?.kept.placeFor(this, into.start);
    const memory = place || room === undefined ? undefined : (this.#spare.take(room) ?? roomFor(room));
    this.#number += 1;
    const number = this.#number;
    this.#jobs.set(number, job);
    if (job instanceof Kept) {
      job.begun(this, number);
    }
    for (const keeper of this.#keepers) {
      keeper.ref?.();
    }
    signal.addEventListener("abort", () => this.tell({ kind: "stop", job: number }), { once: true });
    const { gap, most = bytes.memory ? undefined : PIECE } = bytes;
    const output = place ?? memory;
    const order = { kind: "begin", job: number, task, elements, rows, output, gap, most } as const;
    this.tell(order, memory && [memory]);
  }

  tell(order: Order, transfer: Transferable[] = []): void {
    this.#port.postMessage(order, transfer);
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
    if (news.kind === "spare") {
      this.#spare.give(news.memory);
      if (job instanceof Kept) {
        job.placed();
        this.#changed(this);
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
      this.tell({ kind: "bytes", job: number, ask, bytes: own }, [own.buffer]);
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
