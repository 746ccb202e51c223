/** Counts the bytes that a piece of work has had from its source, and tells. */
import type { Extent } from "./engine.ts";
import type { Bytes } from "./source.ts";
import type { Progress } from "./types.ts";

export class Meter {
  readonly #phase: Progress["phase"];
  readonly #tell: ((progress: Progress) => void) | undefined;
  #total: number | undefined;
  #loaded = 0;

  constructor(phase: Progress["phase"], tell: ((progress: Progress) => void) | undefined, total?: number) {
    this.#phase = phase;
    this.#tell = tell;
    this.#total = total;
  }

  /** The work will need exactly this much, if that is known. */
  expect(extent: Extent | undefined): void {
    this.#total = extent?.length ?? this.#total;
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
      const total = this.#total === undefined ? {} : { total: Math.max(this.#total, this.#loaded) };
      tell({ loaded: this.#loaded, phase: this.#phase, ...total });
      return piece;
    };
    return { ...bytes, read };
  }
}
