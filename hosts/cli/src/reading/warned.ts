/** What reading finds wrong: checksums that do not match, files of a data set that are missing. */
import type { AsdfFile } from "asdf-wasm";
import type { Context } from "../context.ts";
import { warningText } from "../text/summary.ts";

/** Tells of the warnings that reading adds to those of opening, which `info` lists, once the command is done with the file. */
export function tellOfReading(context: Context, file: AsdfFile): Disposable {
  const { length: known } = file.warnings;
  return {
    [Symbol.dispose]: () => {
      context.note(...file.warnings.slice(known).map((warning) => `warning: ${warningText(warning)}`));
    },
  };
}
