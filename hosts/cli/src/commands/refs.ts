/** `refs`: a reference file, by which engines that read Zarr read the arrays of files where they are. */
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { many } from "@asdf-wasm/science/format/format";
import type { ReferencedFile, References } from "asdf-wasm/references";
import type { Context } from "../context.ts";
import { EXIT, misuse, Problem } from "../exit.ts";
import { isRemote, openSource, pathOf, STANDARD } from "../reading/open.ts";
import { checkTarget, writeTarget } from "../writing/files.ts";

export interface RefsOptions {
  readonly output: string;
  readonly force?: boolean;
  readonly format: "kerchunk" | "zarr3";
  readonly stack?: string;
  readonly chunk: number;
  readonly relative?: boolean;
}

export async function run(
  context: Context,
  sources: readonly string[],
  { output, force = false, format, stack, chunk, relative = false }: RefsOptions,
): Promise<number> {
  if (sources.includes(STANDARD)) {
    throw misuse("references lead to files: `refs` takes paths and URLs, not the standard input");
  }
  checkTarget(output, force);
  const { references } = await import("asdf-wasm/references");
  const files: ReferencedFile[] = [];
  try {
    for (const source of sources) {
      const url = isRemote(source) ? source : pathFrom(output, source, relative);
      files.push({ file: await openSource(source), url });
    }
    const { content, arrays, left } = await references(files, {
      format,
      chunkSize: chunk,
      ...(stack !== undefined && { stack }),
    });
    tell(context, left);
    if (arrays.length === 0) {
      throw new Problem("no array can be referred to");
    }
    await writeTarget(output, new Blob([`${JSON.stringify(content)}\n`]).stream());
    if (context.json && output !== STANDARD) {
      context.printJson({ written: [output], arrays, left });
    }
    return EXIT.done;
  } finally {
    for (const { file } of files) {
      file.close();
    }
  }
}

/** The path of a file: absolute, or as it is seen from the folder of the reference file. */
function pathFrom(output: string, source: string, isRelative: boolean): string {
  const path = resolve(pathOf(source));
  const folder = output === STANDARD ? process.cwd() : dirname(resolve(output));
  const found = isRelative ? relative(folder, path) : path;
  // On another drive of Windows there is none.
  return isAbsolute(found) ? found : found.split(sep).join("/");
}

function tell(context: Context, left: References["left"]): void {
  for (const { url, path, reason } of left) {
    context.note(`${url}: \`${path}\` is left out: ${reason}`);
  }
  if (left.length > 0) {
    context.note(
      `${many(left.length, "array")} left out: \`asdf-wasm convert --compression none\` writes a file in which most can be referred to.`,
    );
  }
}
