/** Mosaics, and images on the grid of another, as files of FITS or ASDF. */
import { extname } from "node:path";
import { many } from "@asdf-wasm/science/format/format";
import {
  exportMosaic,
  type FileImage,
  imageOf,
  type Kernel,
  type LeftOut,
  type Mosaic,
  MosaicError,
  type TargetWcs,
} from "@asdf-wasm/science/mosaic";
import type { AsdfFile } from "asdf-wasm";
import type { Context } from "../context.ts";
import { EXIT, misuse, Problem } from "../exit.ts";
import { nameOf, openSource } from "../reading/open.ts";
import { withBar } from "../terminal/progress.ts";
import { checkTarget, writeTarget } from "../writing/files.ts";

/** What both subcommands offer. */
export interface SkyOptions {
  readonly output?: string;
  readonly force?: boolean;
  readonly kernel: Kernel;
  readonly path?: string;
}

/** Where a mosaic is written to, and in which format. */
export interface Output {
  readonly path: string;
  readonly format: "fits" | "asdf";
}

/** The output of a subcommand, with the format by its name. It must not be there yet. */
export function outputOf({ output = "", force = false }: SkyOptions): Output {
  const extension = extname(output).toLowerCase();
  if (!/^\.(fits?|asdf)$/.test(extension)) {
    throw misuse("say where to by --output, with the extension .fits or .asdf");
  }
  checkTarget(output, force);
  return { path: output, format: extension === ".asdf" ? "asdf" : "fits" };
}

/** An open file with its image. */
export interface Opened {
  readonly file: AsdfFile;
  readonly image: FileImage;
}

export async function openImage(source: string, path: string | undefined): Promise<Opened> {
  const file = await openSource(source);
  try {
    return { file, image: await imageOf(file, { name: nameOf(source), path }) };
  } catch (thrown) {
    file.close();
    throw asProblem(thrown);
  }
}

/** Runs what makes or writes a mosaic; what stands against that is told as a sentence. */
export async function making<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw asProblem(thrown);
  }
}

function asProblem(thrown: unknown): unknown {
  return thrown instanceof MosaicError ? new Problem(thrown.message) : thrown;
}

/** Writes it, and tells what is left out. The exit code says whether all is in it. */
export async function writeSky(
  context: Context,
  mosaic: Mosaic,
  { path, format }: Output,
  unopened: readonly LeftOut[] = [],
  target?: TargetWcs,
): Promise<number> {
  const [rows, columns] = mosaic.target.shape;
  const remarks = await withBar("Writing", async ({ report }) => {
    const size = columns * (mosaic.dtype === "float32" ? 4 : 8);
    const exported = await exportMosaic(mosaic, format, {
      target,
      onProgress: ({ done, total }) => report({ loaded: done * size, total: total * size }),
    });
    await writeTarget(path, exported.stream());
    return exported.remarks;
  });
  const leftOut = [...unopened, ...mosaic.leftOut];
  if (context.json) {
    const { kernel, unit, images } = mosaic;
    context.printJson({ written: [path], shape: [rows, columns], kernel, unit, images, leftOut, remarks });
  } else {
    const images = many(mosaic.images.length, "image");
    context.note(
      ...leftOut.map(({ name, reason }) => `left out: ${name}: ${reason}`),
      ...remarks,
      `${columns} × ${rows} pixels of ${images}, kernel ${mosaic.kernel}`,
    );
  }
  return leftOut.length > 0 ? EXIT.failed : EXIT.done;
}
