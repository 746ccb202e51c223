/**
 * An opened file inside the package: its document in the core, its bytes, and its external files. It starts every read, frees
 * what the read used, and collects the warnings.
 */
import type { ArrayData, IntoArray, Selection, StructData } from "../api/arrays.ts";
import type { BlockHeader, BlockPlace, Card, Hdu, Verification, Warning } from "../api/blocks.ts";
import type { Converter } from "../api/converter.ts";
import { AsdfError, inFile } from "../api/error.ts";
import { originalOf } from "../api/marks/originals.ts";
import type { ArrayOrigin, ArrayReader, NdArray, ReadableArray } from "../api/ndarray.ts";
import type {
  OpenOptions,
  OpenSyncOptions,
  ReadOptions,
  SchemaSource,
  Source,
  WorkOptions,
} from "../api/options.ts";
import { type Bytes, Meter } from "../bytes/bytes.ts";
import { orAborted, type Work, workOf } from "../bytes/work.ts";
import { Assembly } from "../pool/assembly.ts";
import { type Workers, workersOf } from "../pool/workers.ts";
import { type ReadColumn, type ReadTogether, readColumns } from "../read/columns.ts";
import { unlessCut, unlessCutSync } from "../read/cut-tree.ts";
import { infoOf, Prefetch, readPiece } from "../read/drive.ts";
import { ReadResult, type RowFeed } from "../read/result.ts";
import { readTogether } from "../read/table.ts";
import { openUnpacked } from "../source/gzip.ts";
import type { FetchOptions } from "../source/http/remote.ts";
import { ledTo } from "../source/indirect.ts";
import { LOOKED_AT, withKind } from "../source/lookalikes.ts";
import { bytesOf, memoryBytes } from "../source/source.ts";
import { guard, release } from "../wasm/failure.ts";
import type { CoreReadOptions } from "../wasm/messages.ts";
import type { Document, PieceReader, ReadPlan } from "../wasm/reader.ts";
import type { ReadArray } from "../zarr/chunk.ts";
import { arrayAt } from "./arrays.ts";
import { BlockList } from "./block-list.ts";
import { ExternalFiles } from "./external-files.ts";
import { hdusOf, planHdu } from "./hdus.ts";
import { type Opened, openDocument, openDocumentSync } from "./opening.ts";
import type { ReferringFile } from "./references.ts";
import { Tree } from "./tree.ts";
import { sizeToVerify, verifyParts } from "./verify.ts";
import { WarningList } from "./warnings.ts";
import { readStores, type ZarrFile } from "./zarr.ts";

/** What to read of an array. */
interface Request {
  readonly origin: ArrayOrigin;
  readonly selection: Selection;
  readonly options: CoreReadOptions;
  readonly workers: ReadOptions["workers"];
  readonly into: ReadOptions["into"];
  readonly view: ReadOptions["view"];
  /** Whether the elements are in the tree or in chunks. */
  readonly isComposed: boolean;
}

/** How an external file was found. */
interface Origin {
  readonly root: OpenedFile;
  readonly name: string;
  /** Whether the numbers of FITS images are read as they are stored. */
  readonly asStored: boolean;
}

/** The read that a piece belongs to. */
interface Context {
  readonly result: ReadResult;
  readonly meter: Meter;
  readonly work: Work;
  /** The first element that later pieces may write, if rows are passed on. */
  readonly limit?: number | undefined;
  readonly assembly: Assembly | undefined;
}

export class OpenedFile implements ArrayReader, ReferringFile, ZarrFile {
  readonly document: Document;
  readonly #module: Opened["module"];
  readonly info: ReturnType<Document["info"]>;
  readonly blocks: BlockList;
  readonly #warnings = new WarningList();
  /** The name by which other files refer to it: its URL, otherwise its path relative to the root, whose own is empty. */
  readonly name: string;
  readonly #bytes: Bytes;
  readonly #root: OpenedFile;
  readonly #externals: ExternalFiles<OpenedFile>;
  readonly #workers: Workers | undefined;
  /** The option `workers` with which it was opened. */
  readonly pool: OpenOptions["workers"];
  /** The converters with which it was opened; undefined if none were chosen. */
  converters: readonly Converter[] | undefined;
  /** The schemas that the option `schemas` gave. */
  readonly schemas: readonly SchemaSource[];
  readonly stores: ZarrFile["stores"] = new Map();
  /** The maximum size of the result of a read, in bytes: see `Limits`. */
  readonly outputLimit: number;
  #tree: Tree | undefined;
  #hdus: readonly Hdu[] | undefined;
  #closed = false;
  /** Whether a view of its memory was asked for: then its uncompressed blocks may have changed since they were read. */
  isViewed = false;

  private constructor({ document, module }: Opened, bytes: Bytes, options: OpenOptions, origin?: Origin) {
    this.document = document;
    this.#module = module;
    this.info = guard(() => document.info());
    this.name = bytes.url?.href ?? origin?.name ?? "";
    this.#bytes = bytes;
    this.#root = origin?.root ?? this;
    const addWarnings = (warnings: readonly Warning[]) => this.#addWarnings(warnings);
    this.blocks = new BlockList(this.info.blocks, document, bytes, addWarnings);
    if (origin === undefined) {
      this.#addWarnings([...(bytes.warnings ?? []), ...this.info.warnings]);
    }
    this.#workers = workersOf(options.workers);
    this.pool = options.workers;
    this.schemas = [...(options.schemas ?? [])];
    this.outputLimit = options.limits?.output ?? Math.max(2 ** 31, bytes.size);
    const openExternal = (source: Source, its: FetchOptions, name: string, asStored: boolean) =>
      OpenedFile.open(source, its, { root: this, name, asStored });
    this.#externals = origin
      ? origin.root.#externals
      : new ExternalFiles<OpenedFile>(this, options, openExternal);
  }

  /** Locates header, tree and blocks. */
  static async open(given: Source, asked: FetchOptions, origin?: Origin): Promise<OpenedFile> {
    // The signal of a request is for all of the opening.
    const { source, options } = await ledTo(given, asked);
    const { signal, onProgress, admit, ...rest } = options;
    const meter = new Meter("open", onProgress);
    const work = workOf(signal, () => {});
    return openUnpacked(await bytesOf(source, options), options, async (bytes) => {
      try {
        const root = origin === undefined ? undefined : origin.root.#module;
        const opened = await openDocument(meter.over(bytes), options, work, {
          root,
          asStored: origin?.asStored,
        });
        return new OpenedFile(opened, bytes, rest, origin);
      } catch (thrown) {
        throw await unlessCut(thrown, bytes, signal).catch(() => thrown);
      }
    });
  }

  /** The same for bytes in memory. */
  static openSync(source: ArrayBufferLike | ArrayBufferView, options: OpenSyncOptions): OpenedFile {
    const bytes = memoryBytes(source);
    try {
      return new OpenedFile(openDocumentSync(bytes.memory, options), bytes, options);
    } catch (thrown) {
      if (thrown instanceof AsdfError && thrown.code === "not-asdf") {
        throw withKind(thrown, bytes.memory.subarray(0, LOOKED_AT), false);
      }
      throw unlessCutSync(thrown, bytes.memory);
    }
  }

  /** The file that an array belongs to. */
  static of(array: NdArray): OpenedFile {
    const { reader } = originalOf(array);
    if (!(reader instanceof OpenedFile)) {
      throw new AsdfError("bad-array", "this array belongs to no opened file");
    }
    return reader;
  }

  /** Warnings about the file and its external files. Reads may add more. */
  get warnings(): readonly Warning[] {
    return this.#warnings.list;
  }

  /** The size of the file in bytes. */
  get size(): number {
    return this.#bytes.size;
  }

  /** The URL from which it is fetched. */
  get url(): URL | undefined {
    return this.#bytes.url;
  }

  /** The name of the file, perhaps with a path, if it is known. */
  get fileName(): string | undefined {
    return this.#bytes.name ?? this.#bytes.url?.pathname;
  }

  /** The tree, which is built with the first call. */
  tree(): Tree {
    if (!this.#tree) {
      this.check();
      const table = guard(() => this.document.tree());
      this.#tree = new Tree(table, this);
    }
    return this.#tree;
  }

  /** The HDUs, which are described with the first call. */
  hdus(): readonly Hdu[] {
    if (!this.#hdus) {
      this.check();
      this.#hdus = hdusOf(this.document, this);
    }
    return this.#hdus;
  }

  /** Opens an external file to whose tree this file refers; it stays open as long as this file. */
  external(uri: string, signal: AbortSignal | undefined): Promise<OpenedFile> {
    return this.#externals.keep(this, uri, signal, (file) => file.#addWarnings(file.info.warnings));
  }

  /**
   * Runs `work` on an external file with the elements of an array; it is open as long as that takes. `asStored`: with the numbers of FITS
   * images as they are stored.
   */
  async withExternal<T>(
    uri: string,
    signal: AbortSignal | undefined,
    work: (file: OpenedFile) => Promise<T>,
    asStored?: boolean,
  ): Promise<T> {
    const named = async (file: OpenedFile) => {
      try {
        return await work(file);
      } catch (thrown) {
        throw file.#named(thrown);
      }
    };
    return this.#externals.use(this, uri, signal, named, asStored);
  }

  compressionOf(block: number): string | null | undefined {
    return this.blocks.list[block]?.compression;
  }

  /** Whether this is a FITS file with ASDF inside. */
  get hasAsdfInside(): boolean {
    return this.info.dialect === "fits" && this.hdus().some(({ name }) => name === "ASDF");
  }

  cardsOf(hdu: number): readonly Card[] {
    return this.hdus()[hdu]?.cards ?? [];
  }

  async readArray(
    array: ReadableArray,
    origin: ArrayOrigin,
    selection: Selection,
    options: ReadOptions,
  ): Promise<ArrayData | StructData> {
    const { signal, onProgress, workers, view } = options;
    const { dtype, hdu } = array;
    const meter = new Meter("read", onProgress, () => this.#expectedBytes(array, selection));
    const isComposed = array.source === null && hdu === undefined;
    const read: ReadColumn = (core, rows, into) =>
      this.#readColumn(
        { origin, selection, options: core, workers, into, view, isComposed },
        meter,
        signal,
        rows,
      );
    const together = hdu === undefined ? undefined : this.#readTogether(hdu, selection, meter, signal);
    return readColumns(dtype, options, hdu !== undefined, read, together);
  }

  /** Reads columns of a table in an HDU together. */
  #readTogether(
    hdu: number,
    selection: Selection,
    meter: Meter,
    signal: AbortSignal | undefined,
  ): ReadTogether {
    return async (fields) => {
      this.check();
      const work = workOf(signal, () => this.check());
      try {
        return await readTogether(this.document, hdu, selection, fields, meter.over(this.#bytes), work);
      } catch (thrown) {
        throw this.#named(thrown);
      }
    };
  }

  /** How many bytes of the source a selection takes, if this is known in advance. */
  #expectedBytes(
    { compression, source, nbytes, hdu }: ReadableArray,
    selection: Selection,
  ): number | undefined {
    if (compression !== null && hdu !== undefined) {
      return this.hdus()[hdu]?.dataSize;
    }
    if (compression !== null && typeof source === "number") {
      return this.blocks.list[source]?.usedSize;
    }
    return selection.every((entry) => entry === null) ? nbytes : undefined;
  }

  /** Reads elements of an array, piece by piece. */
  async #readColumn(
    request: Request,
    meter: Meter,
    signal: AbortSignal | undefined,
    rows: RowFeed | undefined,
  ): Promise<ReadResult> {
    const work = workOf(signal, () => this.check());
    const plan = await this.#plan(request, work);
    let assembly: Assembly | undefined;
    try {
      const info = guard(() => plan.info());
      const result = new ReadResult(info, request.into, request.view, rows);
      this.isViewed ||= request.view === true && this.#bytes.memory !== undefined;
      if (request.into && request.isComposed) {
        // Elements of chunks that are missing are zero.
        result.bytes.fill(0);
      }
      const workers = request.workers === undefined ? this.#workers : workersOf(request.workers);
      assembly = workers && new Assembly(workers, result, work);
      const unfinished = lowestOfLater(info.positions);
      const begin = (index: number) => this.#guard(() => this.document.readPiece(plan, index));
      const metered = meter.over(this.#bytes);
      // Workers read several pieces at once anyway.
      const prefetch = assembly ? undefined : new Prefetch(info.blocks, begin, metered, work);
      try {
        for (const [index, uri] of info.sources.entries()) {
          this.check();
          const limit = result.hasRows ? (unfinished[index] ?? 0) : undefined;
          const context = { result, meter, work, limit, assembly };
          if (uri === null) {
            const piece = prefetch ? prefetch.take(index) : begin(index);
            await this.#readPiece(piece, prefetch?.bytes ?? metered, context);
          } else {
            await this.#externals.use(this, uri, signal, async (file) => {
              this.check();
              file.#requireBlocks(uri);
              const piece = file.#guard(() => file.document.readPieceFor(this.document, plan, index));
              await file.#readPiece(piece, meter.over(file.#bytes), context);
              // The external file is only open until this function ends.
              await assembly?.end();
            });
          }
        }
      } finally {
        prefetch?.end();
      }
      await assembly?.end();
      return result;
    } finally {
      assembly?.stop();
      release(plan);
    }
  }

  /** Plans a read, after reading the headers of all blocks that it needs. */
  async #plan({ origin, selection, options }: Request, work: Work): Promise<ReadPlan> {
    const { document } = this;
    for (;;) {
      this.check();
      const plan = this.#guard(() =>
        "node" in origin
          ? document.plan(origin.node, selection, options)
          : planHdu(document, origin.hdu, selection, options),
      );
      const missing = guard(() => this.document.missingHeaders(plan));
      if (missing.length === 0) {
        return plan;
      }
      // New headers can change which blocks the array is in, or show that one cannot be read: plan again.
      release(plan);
      await this.blocks.read(missing, work);
    }
  }

  /** Reads a piece of this file, or gives it to the workers if there are any, and frees its reader. */
  async #readPiece(piece: PieceReader, bytes: Bytes, context: Context): Promise<void> {
    const { result, meter, work, limit, assembly } = context;
    try {
      const info = infoOf(piece);
      meter.expect(info.verify ?? info.direct);
      const addWarnings = (warnings: readonly Warning[]) => this.#addWarnings(warnings);
      if (assembly) {
        const named = (thrown: unknown) => this.#named(thrown);
        await assembly.add(piece, info, { bytes: this.#bytes, metered: bytes, addWarnings, named, limit });
      } else {
        await readPiece(piece, info, bytes, work, result, limit);
        addWarnings(guard(() => piece.warnings()));
      }
    } catch (thrown) {
      throw this.#named(thrown);
    } finally {
      release(piece);
    }
  }

  /** Blocks with their headers: those with these numbers, or all. */
  async readBlockHeaders(
    indices: readonly number[] | undefined,
    signal: AbortSignal | undefined,
  ): Promise<(BlockPlace & BlockHeader)[]> {
    this.check();
    const work = workOf(signal, () => this.check());
    return indices === undefined ? this.blocks.all(work) : this.blocks.some(indices, work);
  }

  /** Stored bytes of the file as a slice of its Blob, without reading them; undefined if the file is not a Blob. */
  slice(offset: number, length: number): Blob | undefined {
    this.check();
    const slice = this.#bytes.blob?.slice(offset, offset + length);
    return slice?.size === length ? slice : undefined;
  }

  /** Reads what the tree needs of other files before its arrays are known. */
  async readStores(signal: AbortSignal | undefined): Promise<void> {
    await readStores(this.tree().zarrs, this, signal);
  }

  readOther(uri: string, most: number, signal: AbortSignal | undefined) {
    this.check();
    return this.#externals.read(this, uri, most, signal);
  }

  /** Reads of the array `a` of a file in memory. */
  readonly readIn: ReadArray = async (bytes, selection, options) => {
    const file = await OpenedFile.open(bytes, {});
    try {
      const { data } = await arrayAt(file.tree().root, ["a"], undefined).read(selection, options);
      return data as IntoArray;
    } finally {
      file.close();
    }
  };

  /** Reads stored bytes of the file. */
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
    const work = workOf(signal, () => this.check());
    const { dataSize, usedSize } = await this.blocks.get(index, work);
    const meter = new Meter("read", onProgress, () => usedSize);
    const result = new ReadResult({ nbytes: dataSize, shape: [dataSize], masked: false });
    const piece = this.#guard(() => this.document.readBlock(index, false));
    const assembly = this.#workers && new Assembly(this.#workers, result, work);
    try {
      await this.#readPiece(piece, meter.over(this.#bytes), { result, meter, work, assembly });
      await assembly?.end();
    } finally {
      assembly?.stop();
    }
    return result.bytes;
  }

  /** Verifies a block, or all of them. */
  async verify(index: number | undefined, { signal, onProgress }: WorkOptions): Promise<Verification> {
    this.check();
    const work = workOf(signal, () => this.check());
    const blocks = await this.blocks.foundAt(index, work);
    const parts = { blocks, hdus: index === undefined ? this.hdus() : [] };
    const meter = new Meter("verify", onProgress, () => sizeToVerify(parts));
    const verification = await verifyParts(this.document, parts, meter.over(this.#bytes), work);
    for (const { error } of verification.failed) {
      if (error.code === "checksum") {
        const { code, message, offset } = error;
        this.#addWarnings([{ code, message, ...(offset !== undefined && { offset }) }]);
      }
    }
    return verification;
  }

  limitCache(bytes: number): void {
    this.check();
    this.document.limitCache(bytes);
    this.#bytes.limitCache?.(bytes);
  }

  close(): void {
    if (!this.#closed) {
      this.#closed = true;
      release(this.document);
      this.#bytes.close?.();
      if (this.#root === this) {
        this.#externals.close();
      }
    }
  }

  /** Throws if it cannot be the file with the elements of an array of another one, which are in its first block. */
  #requireBlocks(uri: string): void {
    if (this.info.dialect === "fits") {
      const message = `the array is in \`${uri}\`, which should be an ASDF file with one block and is FITS`;
      throw new AsdfError("external-source", message);
    }
  }

  /** Throws if the file is closed. */
  check(): void {
    if (this.#closed) {
      throw new AsdfError("closed", "the file is closed");
    }
  }

  /** Adds a warning about what was done with this file, in place of an old one if there is one. Returns it as it is listed. */
  warn(warning: Warning, old?: Warning): Warning {
    const own = this.#root === this ? warning : { ...warning, uri: this.name };
    if (old) {
      this.#root.#warnings.replace(old, own);
    } else {
      this.#root.#warnings.add(own, undefined);
    }
    return own;
  }

  /** Adds warnings about this file to the warnings of the root. */
  #addWarnings(warnings: readonly Warning[]): void {
    const uri = this.#root === this ? undefined : { uri: this.name };
    for (const warning of warnings) {
      const block =
        warning.code === "checksum"
          ? this.blocks.list.find(({ offset }) => offset === warning.offset)?.index
          : undefined;
      this.#root.#warnings.add(uri ? { ...warning, ...uri } : warning, block);
    }
  }

  /** Calls the core. Failures in an external file name that file. */
  #guard<T>(call: () => T): T {
    try {
      return guard(call);
    } catch (thrown) {
      throw this.#named(thrown);
    }
  }

  #named(thrown: unknown): unknown {
    return this.#root === this ? thrown : inFile(this.name, thrown);
  }
}

/** For each piece the lowest position of those after it: up to there the result is finished once the piece is. */
function lowestOfLater(positions: readonly number[]): number[] {
  const lowest = new Array<number>(positions.length);
  let least = Infinity;
  for (let i = positions.length - 1; i >= 0; i -= 1) {
    lowest[i] = least;
    least = Math.min(least, positions[i] ?? 0);
  }
  return lowest;
}
