/** The worker's side of a pool: carries out several tasks at a time, with bytes that it requests. */

import { allocate } from "../api/elements.ts";
import { detailOf } from "../api/error.ts";
import { JOBS_PER_WORKER, READ_AHEAD } from "../bytes/fetch-policy.ts";
import { drive, infoOf } from "../read/drive.ts";
import { guard, toAsdfError } from "../wasm/failure.ts";
import { fitsModule } from "../wasm/fits.ts";
import { asdfModule, type Operation, type SegmentTask, type Task } from "../wasm/reader.ts";
import type { Reader } from "../wasm/reading.ts";
import { writer, writerModule } from "../wasm/writer.ts";
import { BufferPool, copyTo } from "./buffers.ts";
import type {
  Assignment,
  EncodeTask,
  FromWorker,
  KeepTask,
  Outcome,
  StartMessage,
  TaskRows,
  ToWorker,
} from "./protocol.ts";

/** How many buffers for stored bytes are kept: as many as all jobs use at once. */
const BUFFERS = JOBS_PER_WORKER * READ_AHEAD;

type Supply = (bytes: Uint8Array<ArrayBuffer>) => void;

interface Job {
  readonly stop: AbortController;
  /** Pending requests for bytes, by number. */
  readonly requests: Map<number, Supply>;
  /** The result that it keeps, and the function to call when that is complete. */
  kept?: Uint8Array<ArrayBuffer>;
  finish?: () => void;
}

/** Carries out the jobs that arrive at a port. */
export function runWorker({ module, isFits, port, lock }: StartMessage): void {
  const reading = isFits ? fitsModule : asdfModule;
  reading.loadSync(module);
  const core: Reader = reading.exports();
  const jobs = new Map<number, Job>();
  /** Buffers whose bytes were supplied to the core, for the next ones: new memory costs more than a copy. */
  const buffers = new BufferPool(BUFFERS);
  const send = (message: FromWorker, transfer?: Transferable[]) => port.postMessage(message, transfer ?? []);

  /** The memory for the elements of a task: a buffer that came with it, or part of a result that is kept here. */
  const memoryFor = (output: Assignment["output"]) => {
    const isKept = output !== undefined && "job" in output;
    return isKept ? jobs.get(output.job)?.kept?.subarray(output.start) : output && new Uint8Array(output);
  };

  const begin = async (number: number, assignment: Assignment) => {
    const job: Job = { stop: new AbortController(), requests: new Map() };
    jobs.set(number, job);
    let last = 0;
    const request = (offset: number, length: number) =>
      new Promise<Uint8Array<ArrayBuffer>>((supply) => {
        last += 1;
        job.requests.set(last, supply);
        const buffer = buffers.take(length);
        send({ kind: "need", job: number, request: last, offset, length, buffer }, buffer && [buffer]);
      });
    try {
      const give = (rows: TaskRows) =>
        send({ kind: "rows", job: number, ...rows }, [
          rows.bytes.buffer,
          ...(rows.mask ? [rows.mask.buffer] : []),
        ]);
      const { task, gap, most } = assignment;
      if ("codec" in task) {
        give({ bytes: encoded(task), mask: undefined, start: 0, stop: 0 });
        send({ kind: "returned", job: number, buffer: task.bytes.buffer }, [task.bytes.buffer]);
        send({ kind: "done", job: number, warnings: [], verified: false });
        return;
      }
      const source = {
        // The size of the file is not used here.
        size: Number.NaN,
        read: request,
        ...(gap !== undefined && { gap }),
        ...(most !== undefined && { most }),
      };
      const run = (operation: Operation, advance?: () => void) => {
        const supply = (offset: number, bytes: Uint8Array<ArrayBuffer>) => {
          operation.supply(offset, bytes);
          buffers.give(bytes.buffer);
        };
        const work = { signal: job.stop.signal, check: () => {} };
        return drive({ next: () => operation.next(), supply, advance }, source, work);
      };
      const outcome = await ("nbytes" in task
        ? keep(task, job, give)
        : "base" in task
          ? decode(core, task, memoryFor(assignment.output), run, give)
          : carryOut(core, task, assignment, memoryFor(assignment.output), run, give));
      send({ kind: "done", job: number, ...outcome });
    } catch (thrown) {
      const error = toAsdfError(thrown);
      const { code, message, cause } = error;
      const broken = cause instanceof WebAssembly.RuntimeError;
      send({ kind: "failed", job: number, failure: { code, message, ...detailOf(error) }, broken });
    } finally {
      jobs.delete(number);
    }
  };

  const receive = ({ data }: MessageEvent<ToWorker>) => {
    const job = jobs.get(data.job);
    if (data.kind === "begin") {
      void begin(data.job, data);
    } else if (data.kind === "stop") {
      job?.stop.abort();
    } else if (data.kind === "put") {
      const { start, bytes } = data;
      if (job?.kept) {
        copyTo(job.kept, start, bytes);
      }
      send({ kind: "returned", job: data.job, buffer: bytes.buffer }, [bytes.buffer]);
    } else if (data.kind === "finish") {
      job?.finish?.();
    } else {
      job?.requests.get(data.request)?.(data.bytes);
      job?.requests.delete(data.request);
    }
  };
  if (lock === undefined) {
    port.onmessage = receive;
  } else {
    void navigator.locks.request(lock, () => {
      send({ kind: "locked", lock });
      port.onmessage = receive;
      return new Promise(() => {});
    });
  }
}

type Run = (operation: Operation, advance?: () => void) => Promise<void>;

/** Keeps a result until it is complete, or no longer needed. */
async function keep({ nbytes }: KeepTask, job: Job, give: (rows: TaskRows) => void): Promise<Outcome> {
  const bytes = allocate(nbytes);
  job.kept = bytes;
  const { signal } = job.stop;
  await new Promise<void>((resolve) => {
    job.finish = resolve;
    signal.addEventListener("abort", () => resolve());
  });
  if (!signal.aborted) {
    give({ bytes, mask: undefined, start: 0, stop: nbytes });
  }
  return { warnings: [], verified: false };
}

/** Reads a piece, or some of its elements. */
async function carryOut(
  { PieceReader }: Reader,
  task: Task,
  { elements, rows, output }: Assignment,
  memory: Uint8Array<ArrayBuffer> | undefined,
  run: Run,
  give: (rows: TaskRows) => void,
): Promise<Outcome> {
  const piece = guard(() => PieceReader.fromTask(task));
  try {
    const { nbytes, masks } = infoOf(piece);
    const count = elements ?? 0;
    const bytes = memoryOf(elements === undefined ? 0 : nbytes, memory);
    // Elements that were decoded into the kept result are not sent.
    const own = output && "job" in output ? new Uint8Array(0) : bytes;
    const mask = masks && elements !== undefined ? allocate(count) : undefined;
    const item = bytes.length / count;
    let given = 0;
    const giveUntil = (stop: number) => {
      if (stop > given) {
        const start = given;
        const isAll = start === 0 && stop === count;
        const part = (of: Uint8Array<ArrayBuffer>, size: number) =>
          isAll ? of : of.slice(start * size, stop * size);
        give({ bytes: part(own, item), mask: mask && part(mask, 1), start, stop });
        given = stop;
      }
    };
    const operation = {
      next: () => piece.next(bytes, mask),
      supply: (offset: number, bytes: Uint8Array) => piece.supply(offset, bytes),
    };
    await run(operation, rows ? () => giveUntil(Math.min(piece.position(), count)) : undefined);
    giveUntil(count);
    return { warnings: guard(() => piece.warnings()), verified: piece.isVerified() };
  } finally {
    piece.free();
  }
}

/** Decodes a segment of a block of bzip2 streams. */
async function decode(
  { Bzip2Segment }: Reader,
  { base, stored, start, end, most }: SegmentTask,
  memory: Uint8Array<ArrayBuffer> | undefined,
  run: Run,
  give: (rows: TaskRows) => void,
): Promise<Outcome> {
  const segment = new Bzip2Segment(base, stored, start, end, most);
  try {
    await run(segment);
    const bytes = memoryOf(segment.size(), memory);
    segment.copy(bytes);
    give({ bytes, mask: undefined, start: 0, stop: bytes.length });
    return { warnings: [], verified: false, seam: segment.seam() };
  } finally {
    segment.free();
  }
}

/** Encodes a piece of a block. */
function encoded({ module, codec, level, bytes, before }: EncodeTask): Uint8Array<ArrayBuffer> {
  writerModule.loadSync(module);
  return guard(() => writer().encodePiece(codec, level, bytes, before)) as Uint8Array<ArrayBuffer>;
}

/** Memory of this length: the beginning of `memory` if that is large enough, otherwise new. */
function memoryOf(length: number, memory: Uint8Array<ArrayBuffer> | undefined): Uint8Array<ArrayBuffer> {
  return memory && memory.length >= length ? memory.subarray(0, length) : allocate(length);
}
