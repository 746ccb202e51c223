/** Counts the bytes that a piece of work has had from its source, and tells. */

import type { Progress } from "../api/types.ts";
import type { Bytes } from "../source/source.ts";
import type { Extent } from "../wasm/reader.ts";

export class Meter {
  readonly #phase: Progress["phase"];
  readonly #tell: ((progress: Progress) => void) | undefined;
  #total: () => number | undefined;
  #loaded = 0;

  /** `total` answers how many bytes the work will need, as soon as that is known. */
  constructor(
    phase: Progress["phase"],
    tell: ((progress: Progress) => void) | undefined,
    total: () => number | undefined = () => undefined,
  ) {
    this.#phase = phase;
    this.#tell = tell;
    this.#total = total;
  }

  /** The work will need exactly this much, if that is known. */
  expect(extent: Extent | undefined): void {
    if (extent) {
      this.#total = () => extent.length;
    }
  }

  /** The same bytes, counted as they are read. */
  over(bytes: Bytes): Bytes {
    const tell = this.#tell;
    if (tell === undefined) {
      return bytes;
    }
    const read: Bytes["read"] = async (offset, length, signal) => {
      const piece = await bytes.read(offset, length, signal);
      this.#loaded += piece.byteLength;
      const total = this.#total();
      const known = total === undefined ? {} : { total: Math.max(total, this.#loaded) };
      tell({ loaded: this.#loaded, phase: this.#phase, ...known });
      return piece;
    };
    return { ...bytes, read };
  }
}
