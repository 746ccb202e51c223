/**
 * A result that workers give the parts of. Each reading is cut; parts are given out a few at a time, and what comes back is
 * put where it belongs, in order: so later pieces of an array count, and of several failures the first.
 */

import { AsdfError, abortedBy, guard } from "../api/error.ts";
import type { Warning } from "../api/types.ts";
import type { Work } from "../read/arrivals.ts";
import { drive } from "../read/drive.ts";
import { fill, known, planOf, type Reached, type Result, readDirect } from "../read/fill.ts";
import type { Bytes } from "../source/source.ts";
import { type Parts, type Plan, type Reading, release } from "../wasm/reader.ts";
import type { WorkerPool } from "./pool.ts";
import type { Outcome, Rows } from "./protocol.ts";
import { copyTo } from "./spare.ts";
import { Streams } from "./streams.ts";
import { Job, Kept } from "./worker-handle.ts";

/** How many parts are given out for each worker, the one that is looked for included, before the first is in its place. */
const AHEAD = 4;

/** Where the elements of a reading go in the result: one row of them after the other. */
interface Place {
  /** How many bytes an element takes; none if the reading only masks. */
  readonly item: number;
  /** The number of the first element. */
  readonly first: number;
  /** How many lie one behind the other; 0 if all do. */
  readonly row: number;
  /** The axes along which rows lie, the innermost first. */
  readonly outer: readonly { readonly length: number; readonly stride: number }[];
}

/** What else a reading comes with. */
export interface Origin {
  readonly bytes: Bytes;
  /** The same, counted as they are read. */
  readonly metered: Bytes;
  /** Told what was odd, once all of it is there. */
  readonly note: (warnings: readonly Warning[]) => void;
  /** Says which file a failure is about. */
  readonly named: (thrown: unknown) => unknown;
  /** Told how far the result is finished, if anyone looks on. */
  readonly reached: Reached | undefined;
}

export class Assembly {
  readonly #pool: WorkerPool;
  readonly #result: Result;
  readonly #work: Work;
  readonly #jobs = new Set<Job>();
  /** What is being put in place, the oldest first; the last is `#placed`. */
  readonly #underWay: Promise<void>[] = [];
  #placed: Promise<void> = Promise.resolve();

  constructor(pool: WorkerPool, result: Result, work: Work) {
    this.#pool = pool;
    this.#result = result;
    this.#work = work;
    work.signal?.addEventListener("abort", this.#aborted);
  }

  /** Gives out a reading, which can be freed then. What it gives need not be in place yet. */
  async add(reading: Reading, plan: Plan, origin: Origin): Promise<void> {
    const { size, part } = this.#pool;
    // What need not be decoded is only verified, which is one job.
    const isDirect = plan.direct !== undefined && !plan.masks;
    const parts = guard(() => reading.parts(isDirect ? 1 : size, part));
    if (parts === undefined) {
      // Its elements are in the tree, or all that is there of them is to be had.
      await this.#placed;
      await fill(reading, plan, origin.metered, this.#work, this.#result, origin.reached);
      origin.note(guard(() => reading.warnings()));
    } else if (plan.direct === undefined || plan.masks) {
      if (!(await this.#decode(parts, origin))) {
        await this.#give(parts, origin);
      }
    } else {
      const { bytes, metered, reached } = origin;
      const { direct, verify } = plan;
      await readDirect(direct, metered, this.#work, this.#result, reached);
      if (verify) {
        const here = bytes.memory ? bytes : copying(known(bytes, direct, this.#result.bytes));
        await this.#give(parts, { ...origin, bytes: here }, "verify");
      } else {
        parts.free();
      }
    }
  }

  /** Waits until everything is in place. */
  async end(): Promise<void> {
    await this.#placed;
  }

  /** Stops what is still under way. */
  stop(reason: unknown = new AsdfError("aborted", "nobody waits for the result")): void {
    this.#work.signal?.removeEventListener("abort", this.#aborted);
    for (const job of this.#jobs) {
      job.fail(reason);
    }
    this.#jobs.clear();
  }

  readonly #aborted = (): void => {
    const { signal } = this.#work;
    this.stop(signal && abortedBy(signal));
  };

  /** Has a job done. */
  #run(job: Job): void {
    const done = () => this.#jobs.delete(job);
    this.#jobs.add(job);
    this.#pool.run(job);
    job.outcome.then(done, done);
  }

  /** Gives out the parts of a reading, or only the verification of its block. */
  async #give(parts: Parts, origin: Origin, only?: "verify"): Promise<void> {
    const { bytes, metered, note, named, reached } = origin;
    const place = placeOf(guard(() => parts.place()));
    const warnings: Warning[] = [];
    let verification: Promise<Outcome> | undefined;
    let kept: Kept | undefined;
    const settle = (outcome: Outcome) => {
      warnings.push(...outcome.warnings);
      if (outcome.verified) {
        parts.setVerified();
      }
    };
    try {
      for (;;) {
        await this.#room();
        await drive(parts, bytes, this.#work);
        const [start = 0, end = undefined] = guard(() => parts.elements()) ?? [];
        const task = guard(() => parts.take());
        if (task === undefined) {
          break;
        }
        if (end === undefined || only === "verify") {
          const job = new Job(task, undefined, bytes, false);
          this.#run(job);
          verification = job.outcome;
        } else {
          const nbytes = (end - start) * place.item;
          // What all of the result is decoded into becomes the result.
          const isAll = place.row === 0 && nbytes === this.#result.nbytes;
          const room = isAll || nbytes === 0 ? undefined : nbytes;
          if (room !== undefined && place.row === 0 && reached === undefined) {
            kept ??= this.#keep(bytes);
          }
          const into = kept && { kept, start: start * place.item };
          const job = new Job(task, end - start, metered, reached !== undefined, room, into);
          const put = (rows: Rows) => {
            this.#put(rows, place, start + rows.start, kept);
            reached?.(elementAt(place, start + rows.stop));
          };
          this.#run(job);
          // No other reading gives what is in a result that one worker keeps.
          const early = kept && job.read(put);
          this.#inTurn(() => early ?? job.read(put), named, settle);
        }
      }
      if (kept) {
        this.#finish(kept, named);
      }
      this.#inTurn(
        async () => verification,
        named,
        (outcome) => {
          if (outcome) {
            settle(outcome);
          }
          note(distinct(warnings));
          reached?.(Infinity);
        },
      );
    } finally {
      const free = () => parts.free();
      this.#placed.then(free, free);
    }
  }

  /** Decodes the block in stretches, if it is one to be, and takes the reading from there; says whether that went well. */
  async #decode(parts: Parts, origin: Origin): Promise<boolean> {
    const streams = Streams.of(parts, origin.bytes, origin.metered, this.#pool);
    if (streams === undefined) {
      return false;
    }
    await this.#placed;
    const plain = guard(() => parts.plain());
    try {
      const plan = planOf(plain);
      if (plan.direct !== undefined && !plan.masks) {
        this.#result.bytes = streams.view(plan.direct);
      }
      for (const job of streams.jobs) {
        this.#run(job);
      }
      const taken = fill(plain, plan, streams.bytes, this.#work, this.#result, origin.reached);
      await Promise.all([streams.join(), taken]);
    } catch (thrown) {
      const code = thrown instanceof AsdfError ? thrown.code : undefined;
      if (code !== "corrupt-data" && code !== "unsupported-compression") {
        throw thrown;
      }
      // What is wrong with it shows when it is decoded from its front.
      return false;
    } finally {
      for (const job of streams.jobs) {
        job.fail(undefined);
      }
      release(plain);
    }
    if (streams.verify) {
      await this.#give(parts, origin, "verify");
    } else {
      parts.free();
    }
    return true;
  }

  /** Has a worker keep the result: its memory is cleared there, and the calling thread copies nothing. */
  #keep(bytes: Bytes): Kept {
    const kept = new Kept(this.#result.nbytes, bytes);
    this.#run(kept);
    // Without it the parts are of no use.
    kept.outcome.catch((reason: unknown) => this.stop(reason));
    return kept;
  }

  /** Takes a result that a worker keeps when all of it is there. */
  #finish(kept: Kept, named: Origin["named"]): void {
    const take = () => {
      kept.finish();
      return kept.read(({ bytes }) => {
        this.#result.bytes = bytes;
      });
    };
    this.#inTurn(take, named, () => {});
  }

  /** Waits until few enough parts are under way. */
  async #room(): Promise<void> {
    if (this.#underWay.length + 1 >= AHEAD * this.#pool.size) {
      await this.#underWay.shift();
    }
  }

  /** Takes what a job came to, when everything given out before is in place. */
  #inTurn<T>(take: () => Promise<T>, named: Origin["named"], apply: (outcome: T) => void): void {
    const before = this.#placed;
    const placed = async () => {
      await before;
      try {
        const outcome = await take();
        this.#work.check();
        apply(outcome);
      } catch (thrown) {
        throw named(thrown);
      }
    };
    this.#placed = placed();
    this.#placed.catch(() => {});
    this.#underWay.push(this.#placed);
  }

  /** Puts a part where it belongs, whose first element is number `start` of the reading. */
  #put({ bytes, mask }: Rows, place: Place, start: number, kept: Kept | undefined): void {
    this.#work.check();
    const result = this.#result;
    if (place.row === 0 && bytes.length === result.nbytes) {
      result.bytes = bytes;
    } else if (kept && bytes.length > 0) {
      kept.put(start * place.item, bytes);
    } else if (bytes.length > 0) {
      scatter(bytes, place.item, place, start, result.bytes);
      this.#pool.spare.give(bytes.buffer);
    }
    if (mask && result.mask) {
      scatter(mask, 1, place, start, result.mask);
    }
  }
}

function placeOf([item = 0, first = 0, row = 0, ...axes]: Float64Array): Place {
  const outer = Array.from({ length: axes.length / 2 }, (_, i) => {
    const [length = 1, stride = 0] = axes.slice(2 * i);
    return { length, stride };
  });
  return { item, first, row, outer: outer.reverse() };
}

/** Copies elements of `item` bytes to their rows in the result. */
function scatter(bytes: Uint8Array, item: number, place: Place, start: number, result: Uint8Array): void {
  const { row } = place;
  if (row === 0) {
    copyTo(result, start * item, bytes);
    return;
  }
  for (let done = 0, element = start; done < bytes.length; ) {
    const count = Math.min(row - (element % row), (bytes.length - done) / item);
    copyTo(result, elementAt(place, element) * item, bytes.subarray(done, done + count * item));
    done += count * item;
    element += count;
  }
}

/** The number in the result of an element of a reading. */
function elementAt({ first, row, outer }: Place, element: number): number {
  if (row === 0) {
    return element;
  }
  let at = first + (element % row);
  let rest = Math.floor(element / row);
  for (const { length, stride } of outer) {
    at += (rest % length) * stride;
    rest = Math.floor(rest / length);
  }
  return at;
}

/** A part says of itself what a reading says once. */
function distinct(warnings: readonly Warning[]): Warning[] {
  return warnings.filter(({ code }, index) => warnings.findIndex((other) => other.code === code) === index);
}

/** The same bytes, in memory that can be given away. */
function copying(bytes: Bytes): Bytes {
  return {
    ...bytes,
    read: async (offset, length, signal) => (await bytes.read(offset, length, signal)).slice(),
  };
}
