/** `extract`: an array, a part of it, or a table as a file of another format, piece by piece. */
import { extname } from "node:path";
import type { AsdfFile } from "asdf-wasm";
import type { Context } from "../context.ts";
import { EXIT, misuse, Problem } from "../exit.ts";
import { type PictureOptions, pictureOf } from "../picture/picture.ts";
import { openSource, STANDARD } from "../reading/open.ts";
import { targetIn } from "../reading/target.ts";
import { tellOfReading } from "../reading/warned.ts";
import { counted, withBar } from "../terminal/progress.ts";
import { type Extract, extractOf } from "../writing/extract.ts";
import { checkTarget, writeTarget } from "../writing/files.ts";

export const FORMATS = ["npy", "csv", "fits", "png"] as const;
export type Format = (typeof FORMATS)[number];

export interface ExtractOptions extends PictureOptions {
  readonly force?: boolean;
  readonly alone?: boolean;
  readonly format?: Format;
}

export async function run(
  context: Context,
  args: readonly string[],
  options: ExtractOptions,
): Promise<number> {
  const [source = "", text = "", output = ""] = args;
  const format = options.format ?? formatOf(output);
  checkTarget(output, options.force ?? false);
  using file = await openSource(source);
  using _told = tellOfReading(context, file);
  const found: Extract =
    format === "png"
      ? await picture(file, text, options)
      : await extractOf(file, await targetIn(file, text), format, options.alone);
  await withBar("Extracting", (bar) => writeTarget(output, counted(found.pieces(), bar, found.bytes)));
  if (context.json && output !== STANDARD) {
    context.printJson({ written: [output], remarks: found.remarks });
  } else {
    context.note(...found.remarks);
  }
  return EXIT.done;
}

async function picture(file: AsdfFile, text: string, options: PictureOptions): Promise<Extract> {
  const most = Number.POSITIVE_INFINITY;
  const { pngOf } = await import("../picture/png.ts");
  const found = await pictureOf(file, text, [most, most], options);
  return {
    remarks: found.notes,
    pieces: async function* () {
      yield pngOf(found);
    },
  };
}

function formatOf(output: string): Format {
  if (output === STANDARD) {
    throw misuse(`the standard output has no extension: say the format by --format ${FORMATS.join("|")}`);
  }
  const extension = extname(output).slice(1).toLowerCase();
  const format = FORMATS.find((known) => known === extension || (known === "fits" && extension === "fit"));
  if (!format) {
    throw new Problem(
      `the format of ${output} is not known: its extension is one of ${FORMATS.map((known) => `.${known}`).join(", ")}, or --format says it`,
      EXIT.usage,
    );
  }
  return format;
}
