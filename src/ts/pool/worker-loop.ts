/** The worker's side: carries out parts of readings, several at a time, with bytes that it asks for. */

import { fromEngine, guard } from "../api/error.ts";
import { drive } from "../read/drive.ts";
import { allocate, planOf } from "../read/fill.ts";
import { engine, loadSync, type Operation, type Stretch, type Task } from "../wasm/reader.ts";
import type { Assignment, Begin, Keep, News, Order, Outcome, Rows } from "./protocol.ts";
import { copyTo, Spare } from "./spare.ts";

/** How many buffers of stored bytes are kept. */
const SPARE = 4;

type Supply = (bytes: Uint8Array<ArrayBuffer>) => void;

interface Job {
  readonly stop: AbortController;
  /** Who waits for bytes, by the number of the question. */
  readonly asks: Map<number, Supply>;
  /** The result that it keeps, and what to call when that is whole. */
  kept?: Uint8Array<ArrayBuffer>;
  finish?: () => void;
}

/** Does what is asked for at a port. */
export function serve({ module, port, lock }: Begin): void {
  loadSync(module);
  const jobs = new Map<number, Job>();
  /** What bytes came in that have been taken in: the next are put there, since new memory costs more than a copy. */
  const spare = new Spare(SPARE);
  const tell = (news: News, transfer?: Transferable[]) => port.postMessage(news, transfer ?? []);

  /** Memory that is given along, or is part of a result that is kept; one that was given up is nowhere. */
  const memoryFor = (output: Assignment["output"]) => {
    const isPlace = output !== undefined && "job" in output;
    return isPlace ? jobs.get(output.job)?.kept?.subarray(output.start) : output && new Uint8Array(output);
  };

  const begin = async (number: number, assignment: Assignment) => {
    const job: Job = { stop: new AbortController(), asks: new Map() };
    jobs.set(number, job);
    let asked = 0;
    const ask = (offset: number, length: number) =>
      new Promise<Uint8Array<ArrayBuffer>>((supply) => {
        asked += 1;
        job.asks.set(asked, supply);
        const memory = spare.take(length);
        tell({ kind: "need", job: number, ask: asked, offset, length, spare: memory }, memory && [memory]);
      });
    try {
      const give = (rows: Rows) =>
        tell({ kind: "rows", job: number, ...rows }, [
          rows.bytes.buffer,
          ...(rows.mask ? [rows.mask.buffer] : []),
        ]);
      const { task, gap, most } = assignment;
      const source = {
        // How large the file is nobody asks.
        size: Number.NaN,
        read: ask,
        ...(gap !== undefined && { gap }),
        ...(most !== undefined && { most }),
      };
      const run = (operation: Operation, stepped?: () => void) => {
        const supply = (offset: number, piece: Uint8Array<ArrayBuffer>) => {
          operation.supply(offset, piece);
          spare.give(piece.buffer);
        };
        const work = { signal: job.stop.signal, check: () => {} };
        return drive({ next: () => operation.next(), supply }, source, work, stepped);
      };
      const outcome = await ("nbytes" in task
        ? keep(task, job, give)
        : "base" in task
          ? decode(task, memoryFor(assignment.output), run, give)
          : carryOut(task, assignment, memoryFor(assignment.output), run, give));
      tell({ kind: "done", job: number, ...outcome });
    } catch (thrown) {
      const { code, message, offset, block, path, cause } = fromEngine(thrown);
      const place = {
        ...(offset !== undefined && { offset }),
        ...(block !== undefined && { block }),
        ...(path !== undefined && { path }),
      };
      const broken = cause instanceof WebAssembly.RuntimeError;
      tell({ kind: "failed", job: number, failure: { code, message, ...place }, broken });
    } finally {
      jobs.delete(number);
    }
  };

  const hear = ({ data }: MessageEvent<Order>) => {
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
      tell({ kind: "spare", job: data.job, memory: bytes.buffer }, [bytes.buffer]);
    } else if (data.kind === "finish") {
      job?.finish?.();
    } else {
      job?.asks.get(data.ask)?.(data.bytes);
      job?.asks.delete(data.ask);
    }
  };
  if (lock === undefined) {
    port.onmessage = hear;
  } else {
    void navigator.locks.request(lock, () => {
      tell({ kind: "locked", lock });
      port.onmessage = hear;
      return new Promise(() => {});
    });
  }
}

type Run = (operation: Operation, stepped?: () => void) => Promise<void>;

/** Keeps a result until it is whole, or nobody waits for it any more. */
async function keep({ nbytes }: Keep, job: Job, give: (rows: Rows) => void): Promise<Outcome> {
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

/** Carries out a part of a reading. */
async function carryOut(
  task: Task,
  { elements, rows, output }: Assignment,
  memory: Uint8Array<ArrayBuffer> | undefined,
  run: Run,
  give: (rows: Rows) => void,
): Promise<Outcome> {
  const reading = guard(() => engine().Reading.of(task));
  try {
    const { nbytes, masks } = planOf(reading);
    const count = elements ?? 0;
    const bytes = room(elements === undefined ? 0 : nbytes, memory);
    // What is in its place already is not given.
    const own = output && "job" in output ? new Uint8Array(0) : bytes;
    const mask = masks && elements !== undefined ? allocate(count) : undefined;
    const item = bytes.length / count;
    let given = 0;
    const giveUntil = (stop: number) => {
      if (stop > given) {
        const start = given;
        const rest = start === 0 && stop === count;
        const part = (of: Uint8Array<ArrayBuffer>, size: number) =>
          rest ? of : of.slice(start * size, stop * size);
        give({ bytes: part(own, item), mask: mask && part(mask, 1), start, stop });
        given = stop;
      }
    };
    const operation = {
      next: () => reading.next(bytes, mask),
      supply: (offset: number, piece: Uint8Array) => reading.supply(offset, piece),
    };
    await run(operation, rows ? () => giveUntil(Math.min(reading.position(), count)) : undefined);
    giveUntil(count);
    return { warnings: guard(() => reading.warnings()), verified: reading.isVerified() };
  } finally {
    reading.free();
  }
}

/** Decodes a stretch of a block. */
async function decode(
  { base, stored, start, end, most }: Stretch,
  memory: Uint8Array<ArrayBuffer> | undefined,
  run: Run,
  give: (rows: Rows) => void,
): Promise<Outcome> {
  const stretch = new (engine().Stretch)(base, stored, start, end, most);
  try {
    await run(stretch);
    const bytes = room(stretch.size(), memory);
    stretch.copy(bytes);
    give({ bytes, mask: undefined, start: 0, stop: bytes.length });
    return { warnings: [], verified: false, seam: stretch.seam() };
  } finally {
    stretch.free();
  }
}

/** So much memory, if possible of that which is given. */
function room(length: number, memory: Uint8Array<ArrayBuffer> | undefined): Uint8Array<ArrayBuffer> {
  return memory && memory.length >= length ? memory.subarray(0, length) : allocate(length);
}
