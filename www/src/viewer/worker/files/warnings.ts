/** The warnings of a file, each reported once: reading verifies checksums, and so adds some. */
import type { Warning } from "asdf-wasm";
import type { Notice } from "../../protocol/facts.ts";
import { noticeOf } from "../../protocol/notices.ts";
import type { AnyFile } from "./inMemory.ts";

export class Warnings {
  readonly #file: AnyFile;
  /** Those of tables in the order in which they came: several tables of a file may say the same. */
  readonly #ofTables = new Set<string>();
  #reported: readonly (readonly Warning[])[] = [];

  constructor(file: AnyFile) {
    this.#file = file;
  }

  get all(): readonly Warning[] {
    return this.#lists().flat();
  }

  /** Those since the last call; one of missing files again if there are more of them. */
  news(): Notice[] {
    const reported = this.#reported;
    this.#reported = this.#lists();
    return this.#reported
      .flatMap((list, which) => {
        const before = reported[which] ?? [];
        return list.filter(
          (warning, at) =>
            at >= before.length || (warning.code === "missing-files" && warning.count !== before[at]?.count),
        );
      })
      .map((warning) => noticeOf(warning, "warning"));
  }

  /** Those of the file, of the files with its elements, and of its tables: lists that only grow at their ends. */
  #lists(): (readonly Warning[])[] {
    const { file, lost = [], tables = [] } = this.#file;
    for (const message of tables.flatMap(({ warnings }) => warnings)) {
      this.#ofTables.add(message);
    }
    const ofTables = Array.from(this.#ofTables, (message) => ({ code: "table", message }));
    return [[...file.warnings], [...lost], ofTables];
  }
}
