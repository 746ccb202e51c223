/** The result of a read: its memory, and its rows, which are passed on as they are finished. */
import type { ArrayData, ArrayValues, IntoArray, Rows } from "../api/arrays.ts";
import { allocate } from "../api/elements.ts";
import { environment } from "../api/environment.ts";
import { AsdfError } from "../api/error.ts";
import { sizeOf, stridesOf } from "../api/shape.ts";
import type { ReadPlanInfo } from "../wasm/messages.ts";

/** Few enough bytes that writing begins soon. */
const PART = 4 * 2 ** 20;

/**
 * Zeros, of which only the first ones may be written at the beginning. The operating system clears each page of new memory when the page is
 * first written to, which for a large result can take as long as decoding. Where the platform has threads that do this in advance, the
 * result is written behind them.
 */
class NewMemory {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #parts: readonly Promise<unknown>[];
  /** How many parts may be written. */
  #ready = 0;
  #isWanted = true;

  constructor(length: number) {
    this.bytes = allocate(length);
    const populate = length > PART ? environment().populate : undefined;
    this.#parts = populate?.(this.bytes, PART, () => this.#isWanted) ?? [];
  }

  /** Makes no more pages: nobody waits for the result any more. */
  abandon(): void {
    this.#isWanted = false;
  }

  /** How many of the first bytes may be written: in the end, infinitely many. */
  get writable(): number {
    return this.#ready < this.#parts.length ? this.#ready * PART : Infinity;
  }

  /** Waits until there is more memory. */
  async widen(): Promise<void> {
    await this.#parts[this.#ready];
    this.#ready += 1;
  }
}

/** A copy in new memory. */
export async function copied(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const memory = new NewMemory(bytes.length);
  for (let done = 0; done < bytes.length; ) {
    const end = Math.min(memory.writable, bytes.length);
    memory.bytes.set(bytes.subarray(done, end), done);
    done = end;
    await memory.widen();
  }
  return memory.bytes;
}

/**
 * The result of a read. Its memory is the caller's, or allocated when it is first needed, unless another array becomes the result:
 * one that nobody else has, or with `mayView` a view of the file in memory.
 */
export class ReadResult {
  readonly shape: readonly number[];
  readonly mask: Uint8Array<ArrayBuffer> | undefined;
  readonly nbytes: number;
  /** Whether its memory is the caller's, so that no other array can become the result. */
  readonly isGiven: boolean;
  /** Whether a view of the file in memory can become the result. */
  readonly mayView: boolean;
  readonly #rows: RowFeed | undefined;
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  #memory: NewMemory | undefined;

  /** `into`: the memory of the result, if it is the caller's. `rows` passes on its rows while it is read. */
  constructor(
    { nbytes, masked, shape }: Pick<ReadPlanInfo, "nbytes" | "masked" | "shape">,
    into?: IntoArray,
    mayView = false,
    rows?: RowFeed,
  ) {
    this.#rows = rows;
    this.mayView = mayView;
    this.shape = shape;
    this.nbytes = nbytes;
    this.isGiven = into !== undefined;
    if (into && into.byteLength !== nbytes) {
      const item = into.BYTES_PER_ELEMENT;
      const message = `\`into\` has ${into.length} elements, and the result [${shape.join(", ")}] has ${nbytes / item}`;
      throw new AsdfError("bad-selection", message);
    }
    if (into) {
      // The memory may be shared: no code that writes to it depends on that.
      this.#bytes = new Uint8Array(into.buffer as ArrayBuffer, into.byteOffset, nbytes);
    }
    this.mask = masked ? allocate(sizeOf(shape)) : undefined;
  }

  /** Whether rows are passed on while it is read. */
  get hasRows(): boolean {
    return this.#rows !== undefined;
  }

  /** Passes on the rows before the first element that a piece may still write, and before `limit`; without a limit, none. */
  advance(position: number, limit: number | undefined): void {
    if (limit !== undefined) {
      this.#rows?.advance(this, Math.min(position, limit));
    }
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    this.#bytes ??= allocate(this.nbytes);
    return this.#bytes;
  }

  /** New memory of the result, of which not all may be written yet; undefined if it has other memory. */
  get memory(): NewMemory | undefined {
    if (this.#bytes === undefined) {
      this.#memory = new NewMemory(this.nbytes);
      this.#bytes = this.#memory.bytes;
    }
    return this.#memory;
  }

  set bytes(bytes: Uint8Array<ArrayBuffer>) {
    if (this.isGiven) {
      this.#bytes?.set(bytes);
    } else {
      this.#bytes = bytes;
    }
  }
}

/** Delivers the rows of a result as they are finished. */
export class RowFeed {
  readonly #onRows: (rows: Rows) => void;
  readonly #values: (bytes: Uint8Array<ArrayBuffer>, count: number) => ArrayValues;
  /** The number of rows delivered so far. */
  #delivered = 0;

  /** `values` converts the bytes of `count` elements. */
  constructor(
    onRows: (rows: Rows) => void,
    values: (bytes: Uint8Array<ArrayBuffer>, count: number) => ArrayValues,
  ) {
    this.#onRows = onRows;
    this.#values = values;
  }

  /** Delivers the rows up to the first unfinished element. */
  advance({ bytes, shape, mask }: Pick<ReadResult, "bytes" | "shape" | "mask">, elements: number): void {
    const item = bytes.length / sizeOf(shape);
    const values = (from: number, to: number) =>
      this.#values(bytes.subarray(from * item, to * item), to - from);
    this.#deliver(elements, shape, values, mask);
  }

  /** Delivers the remaining rows. */
  end({ data, shape, mask }: ArrayData): void {
    const perElement = data.length / sizeOf(shape);
    const values = (from: number, to: number): ArrayValues =>
      Array.isArray(data) ? data.slice(from, to) : data.subarray(from * perElement, to * perElement);
    this.#deliver(Infinity, shape, values, mask);
  }

  #deliver(
    elements: number,
    shape: readonly number[],
    values: (from: number, to: number) => ArrayValues,
    mask: Uint8Array<ArrayBuffer> | undefined,
  ): void {
    const size = sizeOf(shape);
    const row = shape.slice(1).slice(-1);
    const length = sizeOf(row);
    const start = this.#delivered;
    const stop = Math.floor(Math.min(elements, size) / length);
    if (stop <= start) {
      return;
    }
    this.#delivered = stop;
    const [from, to] = [start * length, stop * length];
    const own = [stop - start, ...row];
    this.#onRows({
      data: values(from, to),
      shape: own,
      stride: stridesOf(own),
      ...(mask && { mask: mask.subarray(from, to) }),
      start,
      stop,
      total: size / length,
    });
  }
}
