/** The blocks of an opened file: their positions, and their headers, which are read when they are needed. */

import type { BlockHeader, BlockInfo, BlockPlace, Warning } from "../api/blocks.ts";
import { AsdfError } from "../api/error.ts";
import type { Bytes } from "../bytes/bytes.ts";
import { HEADER_RANGES } from "../bytes/fetch-policy.ts";
import type { Work } from "../bytes/work.ts";
import { drive } from "../read/drive.ts";
import { guard, release } from "../wasm/failure.ts";
import type { Document } from "../wasm/reader.ts";

export class BlockList {
  /** Entries are replaced when their headers become known, and added when more blocks are found. */
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

  /** Reads the headers of these blocks, or of all, unless they are known. */
  async read(numbers: Uint32Array | undefined, work: Work): Promise<void> {
    const headers = guard(() => this.#document.readHeaders(numbers));
    try {
      await drive(headers, { ...HEADER_RANGES, ...this.#bytes }, work);
    } catch (thrown) {
      release(headers);
      throw thrown;
    }
    work.check();
    const { blocks, replacesAll, warnings } = guard(() => this.#document.addHeaders(headers));
    if (replacesAll) {
      this.list.length = 0;
    }
    for (const block of blocks) {
      this.list[block.index] = block;
    }
    this.#note(warnings);
  }

  /** A block with its header. */
  async get(index: number, work: Work): Promise<BlockPlace & BlockHeader> {
    await this.#readMissing([index], work);
    return this.#known(index);
  }

  /** Blocks with their headers. Missing headers are read together. */
  async some(indices: readonly number[], work: Work): Promise<(BlockPlace & BlockHeader)[]> {
    await this.#readMissing(indices, work);
    return indices.map((index) => this.#known(index));
  }

  /** All blocks with their headers. */
  async all(work: Work): Promise<(BlockPlace & BlockHeader)[]> {
    await this.read(undefined, work);
    return this.list.filter((block) => block.headerSize !== undefined);
  }

  /** A block, or all of them, with their headers unless these are damaged. */
  async foundAt(index: number | undefined, work: Work): Promise<readonly BlockInfo[]> {
    if (index === undefined) {
      await this.read(undefined, work);
      return this.list;
    }
    await this.#readMissing([index], work);
    return [this.list[index] ?? this.#known(index)];
  }

  async #readMissing(indices: readonly number[], work: Work): Promise<void> {
    const isMissing = (index: number) => this.list[index]?.headerSize === undefined;
    const missing = indices.filter((index) => Number.isInteger(index) && index >= 0 && isMissing(index));
    if (missing.length > 0) {
      await this.read(Uint32Array.from(missing), work);
    }
  }

  /** What was found, in words, and how many bytes are left behind it, which may be blocks whose headers are damaged. */
  found(size: number): { readonly text: string; readonly left: number } {
    const { length } = this.list;
    const count = length === 1 ? "1 block was found" : `${length} blocks were found`;
    const last = this.list.at(-1);
    // A header that cannot be read counts among what follows.
    const end = last?.headerSize === undefined ? last?.offset : endOf(last);
    const left = end === undefined ? 0 : Math.max(0, size - end);
    const behind =
      left > 0 ? `, and ${left} ${left === 1 ? "byte follows" : "bytes follow"} at byte ${end}` : "";
    return { text: count + behind, left };
  }

  /** The bytes from the end of the last block before `offset` to `offset`, where something else begins; undefined if there are none. */
  gapBefore(offset: number): { readonly offset: number; readonly what: string } | undefined {
    const before = this.list.findLast((block) => block.offset < offset);
    const end = before?.headerSize === undefined ? offset : endOf(before);
    const count = `${offset - end} ${offset - end === 1 ? "byte" : "bytes"}`;
    const what = `${count} at byte ${end}, behind block ${before?.index}, may be data`;
    return end < offset ? { offset: end, what } : undefined;
  }

  #known(index: number): BlockPlace & BlockHeader {
    const block = this.list[index];
    if (block !== undefined && block.headerSize === undefined) {
      const message = `the header of block ${index} is damaged: it cannot be read`;
      throw new AsdfError("bad-block", message, { block: index, offset: block.offset });
    }
    if (block === undefined) {
      throw new AsdfError("not-found", `there is no block ${index}: ${this.found(this.#bytes.size).text}`);
    }
    return block;
  }
}

/** Where a block ends: behind the magic, the length of the header, the header and what is allocated. */
function endOf({ offset, headerSize, allocatedSize, streamed }: BlockPlace & BlockHeader): number {
  return streamed ? Number.POSITIVE_INFINITY : offset + 6 + headerSize + allocatedSize;
}
