/**
 * An opened file as the rest of the package sees it: the engine's document, the bytes, and the other files it refers to.
 * It starts every reading, ends it whatever happens, and gathers its warnings.
 */
import { drive, driveSync, type Work } from "./drive.ts";
import { type Document, type EngineReadOptions, engine, type Opening, type Reading } from "./engine.ts";
import { AsdfError, guard, reasonOf } from "./error.ts";
import { type Filled, fill, planOf } from "./fill.ts";
import { Meter } from "./meter.ts";
import { type Bytes, bytesOf, memoryBytes } from "./source.ts";
import type { OpenOptions, OpenSyncOptions, Selection, Source, Warning, WorkOptions } from "./types.ts";

/** Which array is to be read, and how. */
export interface Request {
  readonly node: number;
  /** Where its elements are, as `NdArray.source`. */
  readonly source: number | string | null;
  readonly selection: Selection;
  readonly options: EngineReadOptions;
}

export class Store {
  readonly document: Document;
  readonly info: ReturnType<Document["info"]>;
  /** Grows when a reading has something to warn of. */
  readonly warnings: Warning[];
  readonly #bytes: Bytes;
  readonly #options: OpenSyncOptions;
  readonly #others = new Map<string, Promise<Store>>();
  #closed = false;

  private constructor(document: Document, bytes: Bytes, options: OpenSyncOptions) {
    this.document = document;
    this.info = guard(() => document.info());
    this.warnings = [...this.info.warnings];
    this.#bytes = bytes;
    this.#options = options;
  }

  /** Finds header, tree and blocks. */
  static async open(source: Source, options: OpenOptions): Promise<Store> {
    const { signal, onProgress, ...rest } = options;
    const bytes = await bytesOf(source, options);
    const meter = new Meter("open", onProgress);
    const opening = begin(bytes, options);
    try {
      await drive(opening, meter.over(bytes), { signal, check: () => {} });
      return new Store(
        guard(() => opening.finish()),
        bytes,
        rest,
      );
    } catch (thrown) {
      release(opening);
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

  /** The node table, which is given once. */
  tree(): string {
    return guard(() => this.document.tree());
  }

  /** Reads elements of an array. */
  async read(request: Request, meter: Meter, signal: AbortSignal | undefined): Promise<Filled> {
    const { node, source, selection, options } = request;
    this.#check();
    if (typeof source !== "string") {
      const reading = guard(() => this.document.read(node, selection, options));
      return this.#carryOut(reading, this.#bytes, meter, signal);
    }
    const other = await this.#other(source);
    this.#check();
    const reading = guard(() => other.document.readAs(this.document, node, selection, options));
    return this.#carryOut(reading, other.#bytes, meter, signal);
  }

  /** Reads the decoded bytes of a block. */
  async readBlock(index: number, { signal, onProgress }: WorkOptions): Promise<Uint8Array<ArrayBuffer>> {
    this.#check();
    if (this.info.blocks[index] === undefined) {
      throw new AsdfError("not-found", `there is no block ${index}: the file has ${this.info.blocks.length}`);
    }
    const reading = guard(() => this.document.readBlock(index));
    const meter = new Meter("read", onProgress, this.info.blocks[index].usedSize);
    return (await this.#carryOut(reading, this.#bytes, meter, signal)).bytes;
  }

  close(): void {
    if (!this.#closed) {
      this.#closed = true;
      release(this.document);
      for (const other of this.#others.values()) {
        other.then(
          (store) => store.close(),
          () => {},
        );
      }
    }
  }

  async #carryOut(
    reading: Reading,
    bytes: Bytes,
    meter: Meter,
    signal: AbortSignal | undefined,
  ): Promise<Filled> {
    const work: Work = { signal, check: () => this.#check() };
    try {
      const plan = planOf(reading);
      meter.expect(plan.verify ?? plan.direct);
      const filled = await fill(reading, plan, meter.over(bytes), work);
      this.warnings.push(...guard(() => reading.warnings()));
      return filled;
    } finally {
      release(reading);
    }
  }

  #check(): void {
    if (this.#closed) {
      throw new AsdfError("closed", "the file is closed");
    }
  }

  /** Another file, opened when first needed; what failed is tried again next time. */
  async #other(uri: string): Promise<Store> {
    const opened = this.#others.get(uri) ?? this.#openOther(uri);
    this.#others.set(uri, opened);
    try {
      return await opened;
    } catch (cause) {
      this.#others.delete(uri);
      if (cause instanceof AsdfError && cause.code === "external-source") {
        throw cause;
      }
      const message = `the array's elements are in \`${uri}\`, which cannot be opened: ${reasonOf(cause)}`;
      throw new AsdfError("external-source", message, { cause });
    }
  }

  async #openOther(uri: string): Promise<Store> {
    const { request, ...options } = this.#options;
    const resolved = await options.resolve?.(uri);
    if (resolved !== undefined) {
      return Store.open(resolved, options);
    }
    const url = this.#allowed(uri);
    return Store.open(url, url.origin === this.#bytes.url?.origin ? { ...options, request } : options);
  }

  /** The URL of another file, if the policy lets it be fetched. */
  #allowed(uri: string): URL {
    const { external = "same-origin" } = this.#options;
    const base = this.#bytes.url;
    const refuse = (why: string) =>
      new AsdfError(
        "external-source",
        `the array's elements are in \`${uri}\`: ${why}, or pass \`resolve\` to open()`,
      );
    if (!URL.canParse(uri, base)) {
      throw refuse("to find it, open this file from its URL");
    }
    const url = new URL(uri, base);
    if (external === "none" || (external === "same-origin" && url.origin !== base?.origin)) {
      throw refuse(`to let it be fetched from ${url.origin}, pass \`external: "any"\``);
    }
    return url;
  }
}

function begin({ size }: Bytes, { checksums = "warn", limits = {} }: OpenSyncOptions): Opening {
  const module = engine();
  return guard(() => new module.Opening(size, { checksums, limits }));
}

/** Frees what the engine made. After a trap it stays borrowed and cannot be: the failure at hand says more. */
function release(handle: { free(): void }): void {
  try {
    handle.free();
  } catch {
    // Nothing is left to be done about it.
  }
}
