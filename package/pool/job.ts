/** Jobs of workers, as seen by the thread that assigns them. */
import type { Bytes } from "../bytes/bytes.ts";
import type { Assignment, EncodeTask, KeptPosition, Outcome, TaskRows, ToWorker } from "./protocol.ts";

/** The worker that keeps a result. */
interface KeepingWorker {
  send(message: ToWorker, transfer?: Transferable[]): void;
}

/** A task on its way to a worker, what it needs, and its outcome. */
export class Job {
  readonly task: Assignment["task"];
  readonly elements: number | undefined;
  readonly bytes: Bytes;
  /** Whether its rows are sent as they are finished. */
  readonly rows: boolean;
  /** The size of the buffer that it gets for its elements; undefined if it allocates its own. */
  readonly bufferSize: number | undefined;
  /** The position of its elements in the result that a worker keeps. That worker decodes them there directly. */
  readonly into: Into | undefined;
  readonly outcome: Promise<Outcome>;
  /** Rows that arrived before `read()` was called. */
  #arrived: TaskRows[] = [];
  #take: ((rows: TaskRows) => void) | undefined;
  readonly #stop = new AbortController();
  #resolve: (outcome: Outcome) => void = () => {};
  #reject: (reason: unknown) => void = () => {};

  constructor(
    task: Assignment["task"],
    elements: number | undefined,
    bytes: Bytes,
    rows: boolean,
    bufferSize?: number,
    into?: Into,
  ) {
    this.task = task;
    this.elements = elements;
    this.bytes = bytes;
    this.rows = rows;
    this.bufferSize = bufferSize;
    this.into = into;
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Avoids an unhandled rejection: the outcome is used in its turn, or not at all if another job failed before.
    this.outcome.catch(() => {});
  }

  /** Aborted when its outcome is no longer needed. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Passes on its rows, those that have arrived and those that will, and returns its outcome. */
  read(take: (rows: TaskRows) => void): Promise<Outcome> {
    for (const rows of this.#arrived) {
      take(rows);
    }
    this.#arrived = [];
    this.#take = take;
    return this.outcome;
  }

  receive(rows: TaskRows): void {
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

  /** Makes it fail and stops it. Rows that still arrive are dropped, and the function that took them is not held any longer. */
  fail(reason: unknown): void {
    this.#take = () => {};
    this.#arrived = [];
    this.#reject(reason);
    this.#stop.abort(reason);
  }
}

/** Makes one worker keep the result: it decodes into the result, and copies there what the other workers decode. */
export class KeepJob extends Job {
  #worker: KeepingWorker | undefined;
  #number = 0;
  /** Copies that the worker has not confirmed yet. */
  #pending = 0;

  constructor(nbytes: number, bytes: Bytes) {
    super({ nbytes }, undefined, bytes, false);
  }

  /** Records which worker keeps the result, as which of its jobs. */
  begun(worker: KeepingWorker, number: number): void {
    this.#worker = worker;
    this.#number = number;
  }

  /** A position in the result, for the worker that keeps it; undefined for other workers. */
  positionFor(worker: KeepingWorker, start: number): KeptPosition | undefined {
    return worker === this.#worker ? { job: this.#number, start } : undefined;
  }

  /** Whether its worker still has to copy elements into the result. */
  get isBehind(): boolean {
    return this.#pending > 0;
  }

  /** Has bytes copied into the result; their memory comes back. */
  put(start: number, bytes: Uint8Array<ArrayBuffer>): void {
    this.#pending += 1;
    this.#worker?.send({ kind: "put", job: this.#number, start, bytes }, [bytes.buffer]);
  }

  /** Records that such memory has come back. */
  putDone(): void {
    this.#pending -= 1;
  }

  /** Has the result sent, as rows, after all pending copies. */
  finish(): void {
    this.#worker?.send({ kind: "finish", job: this.#number });
  }
}

/** Has a piece of a block encoded. It needs no file. */
export class EncodeJob extends Job {
  /** The size of the piece before it is encoded. */
  readonly length: number;

  constructor(task: EncodeTask) {
    super(task, undefined, { size: 0, read: async () => new Uint8Array(0) }, false);
    this.length = task.bytes.length - task.before;
  }

  /** The piece, once it is encoded. */
  async encoded(): Promise<Uint8Array> {
    let encoded = new Uint8Array(0);
    await this.read(({ bytes }) => {
      encoded = bytes;
    });
    return encoded;
  }
}

/** A position in a result that a worker keeps, in bytes. */
export interface Into {
  readonly keeper: KeepJob;
  readonly start: number;
}
