/** The warnings of a file, each reported once: reading verifies checksums, and so adds some. */
import type { AsdfFile } from "asdf-wasm";
import type { Notice } from "../../protocol/facts.ts";
import { noticeOf } from "../../protocol/notices.ts";

export class Warnings {
  readonly #file: AsdfFile;
  #reported = 0;

  constructor(file: AsdfFile) {
    this.#file = file;
  }

  /** Those since the last call. */
  news(): Notice[] {
    const { warnings } = this.#file;
    const fresh = warnings.slice(this.#reported);
    this.#reported = warnings.length;
    return fresh.map((warning) => noticeOf(warning, "warning"));
  }
}
