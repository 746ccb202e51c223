/**
 * An opened file as the rest of the package sees it: the engine's document, the bytes, and the other files it refers to.
 * It starts every reading, ends it whatever happens, and gathers its warnings.
 */

import { AsdfError, guard, within } from "../api/error.ts";
import type {
  BlockHeader,
  BlockPlace,
  OpenOptions,
  OpenSyncOptions,
  ReadOptions,
  Selection,
  Source,
  Warning,
  WorkOptions,
} from "../api/types.ts";
import { Assembly } from "../pool/assembly.ts";
import { poolOf, type WorkerPool } from "../pool/pool.ts";
import { Ahead } from "../read/ahead.ts";
import { orAborted, type Work } from "../read/arrivals.ts";
import { drive, driveSync } from "../read/drive.ts";
import { fill, planOf, type Reached, Result } from "../read/fill.ts";
import { Meter } from "../read/meter.ts";
import type { FetchOptions } from "../source/http/remote.ts";
import { type Bytes, bytesOf, memoryBytes } from "../source/source.ts";
import {
  type Document,
  type EngineReadOptions,
  engine,
  type Opening,
  type Pieces,
  type Reading,
  release,
} from "../wasm/reader.ts";
import { Blocks } from "./blocks.ts";
import { Others } from "./external-files.ts";
import { Tree } from "./tree.ts";

/** Which array is to be read, and how. */
export interface Request {
  readonly node: number;
  readonly selection: Selection;
  readonly options: EngineReadOptions;
  readonly workers: ReadOptions["workers"];
}

/** What a read gave. */
export interface Filled {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly shape: readonly number[];
  readonly mask: Uint8Array<ArrayBuffer> | undefined;
}

/** Told how many elements of a result are finished, from the first on, while others are still being read. */
export type Finished = (soFar: Filled, elements: number) => void;

/** How a file came to be opened that another refers to. */
interface Place {
  readonly root: Store;
  readonly name: string;
}

/** What a reading is part of. */
interface Context {
  readonly result: Result;
  readonly meter: Meter;
  readonly work: Work;
  readonly reached?: Reached | undefined;
  readonly assembly: Assembly | undefined;
}

export class Store {
  readonly document: Document;
  readonly info: ReturnType<Document["info"]>;
  readonly blocks: Blocks;
  /** Grows when a reading has something to warn of. */
  readonly warnings: Warning[];
  /** What other files call it: its URL, else its path relative to the root, whose own is empty. */
  readonly name: string;
  readonly #bytes: Bytes;
  readonly #root: Store;
  readonly #others: Others;
  readonly #pool: WorkerPool | undefined;
  #tree: Tree | undefined;
  #closed = false;

  private constructor(document: Document, bytes: Bytes, options: OpenOptions, place?: Place) {
    this.document = document;
    this.info = guard(() => document.info());
    this.warnings = [...(bytes.warnings ?? []), ...this.info.warnings];
    this.name = bytes.url?.href ?? place?.name ?? "";
    this.#bytes = bytes;
    this.#root = place?.root ?? this;
    const note = (warnings: readonly Warning[]) => this.#root.note(warnings, this);
    this.blocks = new Blocks(this.info.blocks, document, bytes, note);
    this.#pool = poolOf(options.workers);
    const openOther = (source: Source, its: FetchOptions, name: string) =>
      Store.open(source, its, { root: this, name });
    this.#others = place ? place.root.#others : new Others(this, options, openOther);
  }

  /** Finds header, tree and blocks. */
  static async open(source: Source, options: FetchOptions, place?: Place): Promise<Store> {
    const { signal, onProgress, admit, ...rest } = options;
    const bytes = await bytesOf(source, options);
    const meter = new Meter("open", onProgress);
    let opening: Opening | undefined;
    try {
      opening = begin(bytes, options);
      await drive(opening, meter.over(bytes), { signal, check: () => {} });
      const begun = opening;
      const document = guard(() => begun.finish());
      return new Store(document, bytes, rest, place);
    } catch (thrown) {
      if (opening) {
        release(opening);
      }
      bytes.close?.();
      throw thrown;
    }
  }

  /** The same for bytes in memory. */
  static openSync(source: ArrayBufferLike | ArrayBufferView, options: OpenSyncOptions): Store {
    const bytes = memoryBytes(source);
    const opening = begin(bytes, options);
    try {
      driveSync(opening, bytes.memory);
      return new Store(
        guard(() => opening.finish()),
        bytes,
        options,
      );
    } catch (thrown) {
      release(opening);
      throw thrown;
    }
  }

  /** How many bytes the file has. */
  get size(): number {
    return this.#bytes.size;
  }

  /** Where it was fetched from. */
  get url(): URL | undefined {
    return this.#bytes.url;
  }

  /** What the file is called, perhaps with a path before it, where that is known. */
  get fileName(): string | undefined {
    return this.#bytes.name ?? this.#bytes.url?.pathname;
  }

  /** The origin that may be sent what the caller's `request` holds. */
  get asked(): string | undefined {
    return this.#bytes.asked;
  }

  /** The tree, made when first asked for. */
  tree(): Tree {
    if (!this.#tree) {
      this.check();
      const table = guard(() => this.document.tree());
      this.#tree = new Tree(table, this);
    }
    return this.#tree;
  }

  /** Another file, to whose tree this one refers; it stays open as long as this one. */
  other(uri: string, signal: AbortSignal | undefined): Promise<Store> {
    return this.#others.keep(this, uri, signal);
  }

  /** Works on another file, one that an array of this one has for its source: it is open as long as that lasts. */
  async withOther<T>(
    uri: string,
    signal: AbortSignal | undefined,
    work: (other: Store) => Promise<T>,
  ): Promise<T> {
    return this.#others.use(this, uri, signal, async (other) => {
      try {
        return await work(other);
      } catch (thrown) {
        throw other.#named(thrown);
      }
    });
  }

  /** Adds warnings about `about`, this file or another that belongs to it. */
  note(warnings: readonly Warning[], about: Store): void {
    this.warnings.push(...warnings.map((one) => (about === this ? one : { ...one, uri: about.name })));
  }

  /** Reads elements of an array, piece by piece. */
  async read(
    request: Request,
    meter: Meter,
    signal: AbortSignal | undefined,
    finished?: Finished,
  ): Promise<Filled> {
    const work: Work = { signal, check: () => this.check() };
    const pieces = await this.#plan(request, work);
    let assembly: Assembly | undefined;
    try {
      const info = guard(() => pieces.info());
      const result = new Result(info);
      const { workers } = request;
      const pool = workers === undefined ? this.#pool : poolOf(workers);
      assembly = pool && new Assembly(pool, result, work);
      const least = lowestBehind(info.positions);
      const begin = (index: number) => this.#guard(() => this.document.read(pieces, index));
      const metered = meter.over(this.#bytes);
      // Workers fetch what they need side by side.
      const ahead = assembly ? undefined : new Ahead(info.blocks, begin, metered, work);
      try {
        for (const [index, uri] of info.sources.entries()) {
          this.check();
          const reached = finished && ((at: number) => finished(result, Math.min(at, least[index] ?? 0)));
          const context = { result, meter, work, reached, assembly };
          if (uri === null) {
            const reading = ahead ? ahead.take(index) : begin(index);
            await this.#carryOut(reading, ahead?.bytes ?? metered, context);
          } else {
            await this.#others.use(this, uri, signal, async (other) => {
              this.check();
              const reading = other.#guard(() => other.document.readAs(this.document, pieces, index));
              await other.#carryOut(reading, meter.over(other.#bytes), context);
              // That file is open only as long as this lasts.
              await assembly?.end();
            });
          }
        }
      } finally {
        ahead?.end();
      }
      await assembly?.end();
      return result;
    } finally {
      assembly?.stop();
      release(pieces);
    }
  }

  /** The pieces of a read, all of whose blocks' headers are known. */
  async #plan({ node, selection, options }: Request, work: Work): Promise<Pieces> {
    for (;;) {
      this.check();
      const pieces = this.#guard(() => this.document.pieces(node, selection, options));
      const lacking = guard(() => this.document.lacking(pieces));
      if (lacking.length === 0) {
        return pieces;
      }
      // They are listed again: what is learnt may say that blocks are others, or that one cannot be read.
      release(pieces);
      await this.blocks.read(lacking, work);
    }
  }

  /** Blocks with their headers: those with these numbers, or all. */
  async readBlockHeaders(
    indices: readonly number[] | undefined,
    signal: AbortSignal | undefined,
  ): Promise<(BlockPlace & BlockHeader)[]> {
    this.check();
    const work: Work = { signal, check: () => this.check() };
    return indices === undefined ? this.blocks.all(work) : this.blocks.some(indices, work);
  }

  /** Bytes of the file as they are stored, unread, where that is possible. */
  slice(offset: number, length: number): Blob | undefined {
    this.check();
    const slice = this.#bytes.blob?.slice(offset, offset + length);
    return slice?.size === length ? slice : undefined;
  }

  /** Reads bytes of the file as they are stored. */
  async readStored(
    offset: number,
    length: number,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array<ArrayBuffer>> {
    this.check();
    const bytes = await orAborted(this.#bytes.read(offset, length, signal), signal);
    if (bytes.byteLength < length) {
      throw new AsdfError("truncated", `the file ends before byte ${offset + length}`, { offset });
    }
    return bytes;
  }

  /** Reads the decoded bytes of a block. */
  async readBlock(index: number, { signal, onProgress }: WorkOptions): Promise<Uint8Array<ArrayBuffer>> {
    this.check();
    const work: Work = { signal, check: () => this.check() };
    const { dataSize, usedSize } = await this.blocks.get(index, work);
    const meter = new Meter("read", onProgress, () => usedSize);
    const result = new Result({ nbytes: dataSize, shape: [dataSize], masked: false });
    const reading = this.#guard(() => this.document.readBlock(index));
    const assembly = this.#pool && new Assembly(this.#pool, result, work);
    try {
      await this.#carryOut(reading, meter.over(this.#bytes), { result, meter, work, assembly });
      await assembly?.end();
    } finally {
      assembly?.stop();
    }
    return result.bytes;
  }

  close(): void {
    if (!this.#closed) {
      this.#closed = true;
      release(this.document);
      this.#bytes.close?.();
      if (this.#root === this) {
        this.#others.close();
      }
    }
  }

  /** Fails when it is closed. */
  check(): void {
    if (this.#closed) {
      throw new AsdfError("closed", "the file is closed");
    }
  }

  /** Runs a call into the engine. What fails in it names the file, unless that is the root. */
  #guard<T>(call: () => T): T {
    try {
      return guard(call);
    } catch (thrown) {
      throw this.#named(thrown);
    }
  }

  #named(thrown: unknown): unknown {
    return this.#root === this ? thrown : within(this.name, thrown);
  }

  /** Carries out a reading of this file's bytes, or, where there are workers to do it, gives it out; and frees it. */
  async #carryOut(reading: Reading, bytes: Bytes, context: Context): Promise<void> {
    const { result, meter, work, reached, assembly } = context;
    try {
      const plan = planOf(reading);
      meter.expect(plan.verify ?? plan.direct);
      const note = (warnings: readonly Warning[]) => this.#root.note(warnings, this);
      if (assembly) {
        const named = (thrown: unknown) => this.#named(thrown);
        await assembly.add(reading, plan, { bytes: this.#bytes, metered: bytes, note, named, reached });
      } else {
        await fill(reading, plan, bytes, work, result, reached);
        note(guard(() => reading.warnings()));
      }
    } catch (thrown) {
      throw this.#named(thrown);
    } finally {
      release(reading);
    }
  }
}

function begin({ size, memory }: Bytes, { checksums = "warn", limits = {} }: OpenSyncOptions): Opening {
  const module = engine();
  // In memory, all headers are a glance away.
  return guard(() => new module.Opening(size, { checksums, limits, lazy: memory === undefined }));
}

/** For each position the lowest of those behind it. */
function lowestBehind(positions: readonly number[]): number[] {
  const behind = new Array<number>(positions.length);
  let lowest = Infinity;
  for (let i = positions.length - 1; i >= 0; i -= 1) {
    behind[i] = lowest;
    lowest = Math.min(lowest, positions[i] ?? 0);
  }
  return behind;
}
