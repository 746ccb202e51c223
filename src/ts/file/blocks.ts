/** The blocks of an opened file: where they are, and their headers, which are read when they are needed. */

import { AsdfError, guard } from "../api/error.ts";
import type { BlockHeader, BlockInfo, BlockPlace, Warning } from "../api/types.ts";
import type { Work } from "../read/arrivals.ts";
import { drive } from "../read/drive.ts";
import type { Bytes } from "../source/source.ts";
import { type Document, release } from "../wasm/reader.ts";

/** Headers no further apart than this are read as one range, and none larger than `MOST`: small blocks lie between them. */
const GAP = 64 * 2 ** 10;
const MOST = 2 ** 20;

export class Blocks {
  /** Entries are replaced when their headers become known, and added when more blocks do. */
  readonly list: BlockInfo[];
  readonly #document: Document;
  readonly #bytes: Bytes;
  readonly #note: (warnings: readonly Warning[]) => void;

  constructor(
    known: readonly BlockInfo[],
    document: Document,
    bytes: Bytes,
    note: (warnings: readonly Warning[]) => void,
  ) {
    this.list = [...known];
    this.#document = document;
    this.#bytes = bytes;
    this.#note = note;
  }

  /** Reads the headers of these blocks, or of all, as far as they are not known. */
  async read(numbers: Uint32Array | undefined, work: Work): Promise<void> {
    const headers = guard(() => this.#document.readHeaders(numbers));
    try {
      await drive(headers, { gap: GAP, most: MOST, ...this.#bytes }, work);
    } catch (thrown) {
      release(headers);
      throw thrown;
    }
    work.check();
    const { blocks, anew, warnings } = guard(() => this.#document.learn(headers));
    if (anew) {
      this.list.length = 0;
    }
    for (const block of blocks) {
      this.list[block.index] = block;
    }
    this.#note(warnings);
  }

  /** A block with its header. */
  async get(index: number, work: Work): Promise<BlockPlace & BlockHeader> {
    await this.#learn([index], work);
    return this.#known(index);
  }

  /** Blocks with their headers, which are read together. */
  async some(indices: readonly number[], work: Work): Promise<(BlockPlace & BlockHeader)[]> {
    await this.#learn(indices, work);
    return indices.map((index) => this.#known(index));
  }

  /** All blocks with their headers. */
  async all(work: Work): Promise<(BlockPlace & BlockHeader)[]> {
    await this.read(undefined, work);
    return this.list.filter((block) => block.headerSize !== undefined);
  }

  async #learn(indices: readonly number[], work: Work): Promise<void> {
    const isLacking = (index: number) => this.list[index]?.headerSize === undefined;
    const lacking = indices.filter((index) => Number.isInteger(index) && index >= 0 && isLacking(index));
    if (lacking.length > 0) {
      await this.read(Uint32Array.from(lacking), work);
    }
  }

  #known(index: number): BlockPlace & BlockHeader {
    const block = this.list[index];
    if (block?.headerSize === undefined) {
      throw new AsdfError("not-found", `there is no block ${index}: the file has ${this.list.length}`);
    }
    return block;
  }
}
