/**
 * Assembles a result from the work of several workers. Each piece is split into tasks, which are given out a few at a time;
 * what they decode is copied into the result in order, so that later pieces overwrite earlier ones, and of several failures
 * the first one is reported.
 */
import type { Warning } from "../api/blocks.ts";
import { AsdfError, abortedBy } from "../api/error.ts";
import { type Bytes, withKnown } from "../bytes/bytes.ts";
import { TASKS_PER_WORKER } from "../bytes/fetch-policy.ts";
import type { Work } from "../bytes/work.ts";
import { drive, infoOf, readDirect, readPiece } from "../read/drive.ts";
import type { ReadResult } from "../read/result.ts";
import { guard, release } from "../wasm/failure.ts";
import type { PieceInfo } from "../wasm/messages.ts";
import type { PieceReader, TaskSplitter } from "../wasm/reader.ts";
import { Job, KeepJob } from "./job.ts";
import type { Outcome, TaskRows } from "./protocol.ts";
import { elementAt, type Region, regionOf, scatter } from "./region.ts";
import { Segments } from "./segments.ts";
import type { Workers } from "./workers.ts";

/** The file that a piece is read from, and who is informed about the read. */
export interface PieceOrigin {
  readonly bytes: Bytes;
  /** The same bytes, counted as they are read. */
  readonly metered: Bytes;
  /** Called with the warnings of the piece once it is finished. */
  readonly addWarnings: (warnings: readonly Warning[]) => void;
  /** Adds the name of the file to a failure. */
  readonly named: (thrown: unknown) => unknown;
  /** The first element that later pieces may write, if rows are passed on. */
  readonly limit: number | undefined;
}

export class Assembly {
  readonly #workers: Workers;
  readonly #result: ReadResult;
  readonly #work: Work;
  readonly #jobs = new Set<Job>();
  /** Tasks that are not yet in the result, the oldest first; the last one is `#placed`. */
  readonly #pending: Promise<void>[] = [];
  /** Settled when everything given out so far is in the result. */
  #placed: Promise<void> = Promise.resolve();
  /** How much of what was given out is not in the result yet. */
  #unplaced = 0;

  constructor(workers: Workers, result: ReadResult, work: Work) {
    this.#workers = workers;
    this.#result = result;
    this.#work = work;
    work.signal?.addEventListener("abort", this.#aborted);
  }

  /** Gives out a piece. Then its reader can be freed, though its elements may not be in the result yet. */
  async add(piece: PieceReader, info: PieceInfo, origin: PieceOrigin): Promise<void> {
    const { size, part } = this.#workers;
    // Bytes that need no decoding are only verified, which is one job.
    const isDirect = info.direct !== undefined && !info.masks;
    const splitter = guard(() => piece.split(isDirect ? 1 : size, part));
    if (splitter === undefined) {
      // Its elements are in the tree, or its block is truncated and what there is of it will be read.
      await this.#placed;
      await readPiece(piece, info, origin.metered, this.#work, this.#result, origin.limit);
      origin.addWarnings(guard(() => piece.warnings()));
    } else if (info.direct === undefined || info.masks) {
      if (!(await this.#decodeSegments(splitter, origin))) {
        await this.#giveTasks(splitter, origin);
      }
    } else {
      const { bytes, metered, limit } = origin;
      const { direct, verify } = info;
      await readDirect(direct, metered, this.#work, this.#result, limit);
      if (verify) {
        const here = bytes.memory ? bytes : withKnown(bytes, direct, this.#result.bytes);
        await this.#giveTasks(splitter, { ...origin, bytes: here }, "verify");
      } else {
        splitter.free();
      }
    }
  }

  /** Waits until everything is in the result. */
  async end(): Promise<void> {
    await this.#placed;
  }

  /** Stops all jobs. */
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

  /** Queues a job. */
  #run(job: Job): void {
    const done = () => this.#jobs.delete(job);
    this.#jobs.add(job);
    this.#workers.run(job);
    job.outcome.then(done, done);
  }

  /** Gives out the tasks of a piece, or only the verification of its block. */
  async #giveTasks(splitter: TaskSplitter, origin: PieceOrigin, only?: "verify"): Promise<void> {
    const { bytes, metered, addWarnings, named, limit } = origin;
    const region = regionOf(guard(() => splitter.region()));
    const warnings: Warning[] = [];
    let verification: Promise<Outcome> | undefined;
    let keeper: KeepJob | undefined;
    // Elements of one piece do not overlap: their order does not matter after all earlier pieces.
    const isUnordered = this.#unplaced === 0 && limit === undefined;
    const settle = (outcome: Outcome) => {
      warnings.push(...outcome.warnings);
      if (outcome.verified) {
        splitter.setVerified();
      }
    };
    try {
      for (;;) {
        await this.#roomForTask();
        await drive(splitter, bytes, this.#work);
        const [start = 0, end = undefined] = guard(() => splitter.elements()) ?? [];
        const task = guard(() => splitter.take());
        if (task === undefined) {
          break;
        }
        if (end === undefined || only === "verify") {
          const job = new Job(task, undefined, bytes, false);
          this.#run(job);
          verification = job.outcome;
        } else {
          const nbytes = (end - start) * region.item;
          // The memory of a task that computes the whole result becomes the result.
          const { isGiven } = this.#result;
          const isAll = region.row === 0 && nbytes === this.#result.nbytes && !isGiven;
          const bufferSize = isAll || nbytes === 0 ? undefined : nbytes;
          if (bufferSize !== undefined && region.row === 0 && limit === undefined && !isGiven) {
            keeper ??= this.#keepResult(bytes);
          }
          const into = keeper && { keeper, start: start * region.item };
          const job = new Job(task, end - start, metered, limit !== undefined, bufferSize, into);
          const put = (rows: TaskRows) => {
            this.#put(rows, region, start + rows.start, keeper);
            this.#result.advance(elementAt(region, start + rows.stop), limit);
          };
          this.#run(job);
          // The sooner its rows are in the result, the fewer buffers are in use.
          const early = keeper || isUnordered ? job.read(put) : undefined;
          this.#inTurn(() => early ?? job.read(put), named, settle);
        }
      }
      if (keeper) {
        this.#finish(keeper, named);
      }
      this.#inTurn(
        async () => verification,
        named,
        (outcome) => {
          if (outcome) {
            settle(outcome);
          }
          addWarnings(distinct(warnings));
          this.#result.advance(Infinity, limit);
        },
      );
    } finally {
      const free = () => splitter.free();
      this.#placed.then(free, free);
    }
  }

  /** If the block consists of bzip2 streams, decodes it in segments and reads the piece from these. Returns whether it did. */
  async #decodeSegments(splitter: TaskSplitter, origin: PieceOrigin): Promise<boolean> {
    const segments = Segments.of(splitter, origin.bytes, origin.metered, this.#workers);
    if (segments === undefined) {
      return false;
    }
    await this.#placed;
    const decoded = guard(() => splitter.readDecoded());
    try {
      const info = infoOf(decoded);
      if (info.direct !== undefined && !info.masks && !this.#result.isGiven) {
        this.#result.bytes = segments.view(info.direct);
      }
      for (const job of segments.jobs) {
        this.#run(job);
      }
      const read = readPiece(decoded, info, segments.bytes, this.#work, this.#result, origin.limit);
      await Promise.all([segments.join(), read]);
    } catch (thrown) {
      const code = thrown instanceof AsdfError ? thrown.code : undefined;
      if (code !== "corrupt-data" && code !== "unsupported-compression") {
        throw thrown;
      }
      // Decoding the block from its beginning reports what is wrong with it.
      return false;
    } finally {
      for (const job of segments.jobs) {
        job.fail(undefined);
      }
      release(decoded);
    }
    if (segments.verify) {
      await this.#giveTasks(splitter, origin, "verify");
    } else {
      splitter.free();
    }
    return true;
  }

  /** Makes a worker keep the result: its memory is cleared there, and this thread copies nothing. */
  #keepResult(bytes: Bytes): KeepJob {
    const keeper = new KeepJob(this.#result.nbytes, bytes);
    this.#run(keeper);
    // Without the result, the tasks are useless.
    keeper.outcome.catch((reason: unknown) => this.stop(reason));
    return keeper;
  }

  /** Takes the result from the worker that keeps it, when it is complete. */
  #finish(keeper: KeepJob, named: PieceOrigin["named"]): void {
    const take = () => {
      keeper.finish();
      return keeper.read(({ bytes }) => {
        this.#result.bytes = bytes;
      });
    };
    this.#inTurn(take, named, () => {});
  }

  /** Waits until another task may be given out, which is being looked for meanwhile. */
  async #roomForTask(): Promise<void> {
    if (this.#pending.length + 1 >= TASKS_PER_WORKER * this.#workers.size) {
      await this.#pending.shift();
    }
  }

  /** Applies the outcome of a job when everything given out before it is in the result. */
  #inTurn<T>(take: () => Promise<T>, named: PieceOrigin["named"], apply: (outcome: T) => void): void {
    const before = this.#placed;
    this.#unplaced += 1;
    const placed = async () => {
      await before;
      try {
        const outcome = await take();
        this.#work.check();
        apply(outcome);
      } catch (thrown) {
        throw named(thrown);
      } finally {
        this.#unplaced -= 1;
      }
    };
    this.#placed = placed();
    // Avoids an unhandled rejection: `end()` reports the failure.
    this.#placed.catch(() => {});
    this.#pending.push(this.#placed);
  }

  /** Copies rows of a task into the result; `start` is the number of their first element in the piece. */
  #put({ bytes, mask }: TaskRows, region: Region, start: number, keeper: KeepJob | undefined): void {
    this.#work.check();
    const result = this.#result;
    if (region.row === 0 && bytes.length === result.nbytes && !result.isGiven) {
      result.bytes = bytes;
    } else if (keeper && bytes.length > 0) {
      keeper.put(start * region.item, bytes);
    } else if (bytes.length > 0) {
      scatter(bytes, region.item, region, start, result.bytes);
      this.#workers.buffers.give(bytes.buffer);
    }
    if (mask && result.mask) {
      scatter(mask, 1, region, start, result.mask);
    }
  }
}

/** Every task of a piece reports the same warnings. */
function distinct(warnings: readonly Warning[]): Warning[] {
  return warnings.filter(({ code }, index) => warnings.findIndex((other) => other.code === code) === index);
}
