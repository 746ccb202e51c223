/** The pool's side of one worker: sends it jobs, and the bytes that it requests, until the worker ends. */
import { AsdfError } from "../api/error.ts";
import type { Bytes } from "../bytes/bytes.ts";
import { PIECE } from "../bytes/fetch-policy.ts";
import { toAsdfError } from "../wasm/failure.ts";
import { type BufferPool, newBuffer } from "./buffers.ts";
import { type Job, KeepJob } from "./job.ts";
import type { FromWorker, StartMessage, ToWorker } from "./protocol.ts";

/** Workers and ports of Node, which keep the process alive until `unref()` is called. */
interface KeepsAlive {
  ref?(): void;
  unref?(): void;
}

/** A worker as the platform starts it. */
export interface PlatformWorker extends KeepsAlive {
  /** The name of a lock that shows the worker's end, where the platform has no event for that. */
  readonly lock?: string | undefined;
  postMessage(message: StartMessage, transfer: MessagePort[]): void;
  terminate(): unknown;
  /** Sets the listener for the failure or end of the worker. */
  onEnd(listener: (reason: string) => void): void;
}

export class WorkerHandle {
  readonly #worker: PlatformWorker;
  readonly #port: MessagePort;
  readonly #keptAliveBy: readonly KeepsAlive[];
  readonly #jobs = new Map<number, Job>();
  readonly #buffers: BufferPool;
  /** Called when the worker can take another job, or has ended. */
  readonly #changed: (worker: WorkerHandle) => void;
  #number = 0;
  #answered = false;
  #dead = false;

  constructor(
    worker: PlatformWorker,
    code: Pick<StartMessage, "module" | "isFits">,
    buffers: BufferPool,
    changed: (worker: WorkerHandle) => void,
  ) {
    const { port1, port2 } = new MessageChannel();
    this.#worker = worker;
    this.#port = port1;
    this.#buffers = buffers;
    this.#keptAliveBy = [worker, port1 as KeepsAlive];
    this.#changed = changed;
    port1.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    worker.onEnd((reason) => this.#die(reason));
    worker.postMessage({ ...code, port: port2, lock: worker.lock }, [port2]);
    this.#rest();
  }

  get isDead(): boolean {
    return this.#dead;
  }

  /** The number of its jobs. Keeping any number of results counts as one job, and as two while copies to them are pending. */
  get load(): number {
    let [tasks, keeping] = [0, 0];
    for (const job of this.#jobs.values()) {
      if (job instanceof KeepJob) {
        keeping = Math.max(keeping, job.isBehind ? 2 : 1);
      } else {
        tasks += 1;
      }
    }
    return tasks + keeping;
  }

  begin(job: Job): void {
    const { task, elements, rows, bufferSize, into, bytes, signal } = job;
    const position = into?.keeper.positionFor(this, into.start);
    const buffer =
      position || bufferSize === undefined
        ? undefined
        : (this.#buffers.take(bufferSize) ?? newBuffer(bufferSize));
    this.#number += 1;
    const number = this.#number;
    this.#jobs.set(number, job);
    if (job instanceof KeepJob) {
      job.begun(this, number);
    }
    for (const keeper of this.#keptAliveBy) {
      keeper.ref?.();
    }
    signal.addEventListener("abort", () => this.send({ kind: "stop", job: number }), { once: true });
    const { gap, most = bytes.memory ? undefined : PIECE } = bytes;
    const output = position ?? buffer;
    const message = { kind: "begin", job: number, task, elements, rows, output, gap, most } as const;
    const sent = "codec" in task ? task.bytes.buffer : buffer;
    this.send(message, sent && [sent]);
  }

  send(message: ToWorker, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  /** Ends the worker at once. */
  end(reason: AsdfError): void {
    this.#dead = true;
    this.#port.close();
    this.#worker.terminate();
    for (const job of this.#jobs.values()) {
      job.fail(reason);
    }
    this.#jobs.clear();
  }

  #receive(message: FromWorker): void {
    this.#answered = true;
    if (message.kind === "locked") {
      void navigator.locks.request(message.lock, () => this.#die("it was ended"));
      return;
    }
    const job = this.#jobs.get(message.job);
    if (job === undefined) {
      return;
    }
    if (message.kind === "need") {
      void this.#supply(message.job, job, message);
      return;
    }
    if (message.kind === "rows") {
      if (!job.signal.aborted) {
        job.receive(message);
      }
      return;
    }
    if (message.kind === "returned") {
      this.#buffers.give(message.buffer);
      if (job instanceof KeepJob) {
        job.putDone();
        this.#changed(this);
      }
      return;
    }
    this.#jobs.delete(message.job);
    if (message.kind === "done") {
      job.resolve(message);
    } else {
      job.fail(toAsdfError(message.failure));
      if (message.broken) {
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
    { request, offset, length, buffer }: Extract<FromWorker, { kind: "need" }>,
  ): Promise<void> {
    const { bytes, signal } = job;
    try {
      // The memory of the caller or of another operation must not be transferred.
      const own = bytes.readInto
        ? await filled(bytes.readInto, offset, length, buffer, signal)
        : bytes.memory || bytes.isLent
          ? copied(await bytes.read(offset, length, signal), buffer)
          : await bytes.read(offset, length, signal);
      this.send({ kind: "bytes", job: number, request, bytes: own }, [own.buffer]);
    } catch (thrown) {
      job.fail(thrown);
    }
  }

  /** An idle worker does not keep the process alive. */
  #rest(): void {
    if (this.#jobs.size === 0) {
      for (const keeper of this.#keptAliveBy) {
        keeper.unref?.();
      }
    }
  }

  #die(reason: string): void {
    if (this.#dead) {
      return;
    }
    const [code, what] = this.#answered
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

/** Bytes that a source reads into `buffer`, or into new memory. */
async function filled(
  readInto: NonNullable<Bytes["readInto"]>,
  offset: number,
  length: number,
  buffer: ArrayBuffer | undefined,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(buffer ?? newBuffer(length), 0, length);
  await readInto(offset, bytes, signal);
  return bytes;
}

/** A copy of bytes, in `buffer` if there is one. */
function copied(bytes: Uint8Array, buffer: ArrayBuffer | undefined): Uint8Array<ArrayBuffer> {
  const { length } = bytes;
  const copy = new Uint8Array(buffer ?? newBuffer(length), 0, length);
  copy.set(bytes);
  return copy;
}
