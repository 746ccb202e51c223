/** What reading finds wrong: checksums that do not match, files of a data set that are missing. */
import type { AsdfFile } from "asdf-wasm";
import type { Context } from "../context.ts";
import { warningText } from "../text/summary.ts";

/** Prints the warnings of reading once the command is done with the file. `info` lists the warnings of opening. */
export function tellOfReading(context: Context, file: AsdfFile): Disposable {
  const { length: known } = file.warnings;
  return {
    [Symbol.dispose]: () => {
      context.note(...file.warnings.slice(known).map((warning) => `warning: ${warningText(warning)}`));
    },
  };
}
