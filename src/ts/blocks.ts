/** The blocks of an opened file: where they are, and their headers, which are read when they are needed. */
import type { Work } from "./arrivals.ts";
import { drive } from "./drive.ts";
import { type Document, release } from "./engine.ts";
import { AsdfError, guard } from "./error.ts";
import type { Bytes } from "./source.ts";
import type { BlockHeader, BlockInfo, BlockPlace, Warning } from "./types.ts";

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
      await drive(headers, this.#bytes, work);
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
    if (Number.isInteger(index) && index >= 0 && this.list[index]?.headerSize === undefined) {
      await this.read(Uint32Array.of(index), work);
    }
    const block = this.list[index];
    if (block?.headerSize === undefined) {
      throw new AsdfError("not-found", `there is no block ${index}: the file has ${this.list.length}`);
    }
    return block;
  }

  /** All blocks with their headers. */
  async all(work: Work): Promise<(BlockPlace & BlockHeader)[]> {
    await this.read(undefined, work);
    return this.list.filter((block) => block.headerSize !== undefined);
  }
}
