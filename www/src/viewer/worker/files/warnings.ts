/** The warnings of a file, each reported once: reading verifies checksums, and so adds some. */
import type { Warning } from "asdf-wasm";
import type { Notice } from "../../protocol/facts.ts";
import { noticeOf } from "../../protocol/notices.ts";
import type { AnyFile } from "./inMemory.ts";

export class Warnings {
  readonly #file: AnyFile;
  #reported: readonly Warning[] = [];

  constructor(file: AnyFile) {
    this.#file = file;
  }

  get all(): readonly Warning[] {
    const { file, lost = [], tables = [] } = this.#file;
    const ofTables = new Set(tables.flatMap(({ warnings }) => warnings));
    return [...file.warnings, ...lost, ...Array.from(ofTables, (message) => ({ code: "table", message }))];
  }

  /** Those since the last call; one of missing files again if there are more of them. */
  news(): Notice[] {
    const before = this.#reported;
    this.#reported = this.all;
    return this.#reported
      .filter(
        (warning, at) =>
          at >= before.length || (warning.code === "missing-files" && warning.count !== before[at]?.count),
      )
      .map((warning) => noticeOf(warning, "warning"));
  }
}
