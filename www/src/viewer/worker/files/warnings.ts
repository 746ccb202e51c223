/** The warnings of a file, each reported once: reading verifies checksums, and so adds some. */
import type { Warning } from "asdf-wasm";
import type { Notice } from "../../protocol/facts.ts";
import { noticeOf } from "../../protocol/notices.ts";

export class Warnings {
  readonly #all: () => readonly Warning[];
  #reported: readonly Warning[] = [];

  constructor(all: () => readonly Warning[]) {
    this.#all = all;
  }

  /** Those since the last call; one of missing files again if there are more of them. */
  news(): Notice[] {
    const before = this.#reported;
    this.#reported = [...this.#all()];
    return this.#reported
      .filter(
        (warning, at) =>
          at >= before.length || (warning.code === "missing-files" && warning.count !== before[at]?.count),
      )
      .map((warning) => noticeOf(warning, "warning"));
  }
}
