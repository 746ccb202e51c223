/** `reproject`: the image of a file in the pixels of another. */
import { gridOf, mosaic } from "@asdf-wasm/science/mosaic";
import type { Wcs } from "asdf-wasm";
import type { Context } from "../context.ts";
import { misuse, Problem } from "../exit.ts";
import { nameOf } from "../reading/open.ts";
import { making, openImage, outputOf, type SkyOptions, writeSky } from "./file.ts";

export interface ReprojectOptions extends SkyOptions {
  readonly like?: string;
}

export async function run(
  context: Context,
  [source = ""]: readonly string[],
  options: ReprojectOptions,
): Promise<number> {
  const { like, path, kernel } = options;
  if (like === undefined) {
    throw misuse("say whose pixels by --like FILE");
  }
  const output = outputOf(options);
  const { file, image } = await openImage(source, path);
  using _file = file;
  const { file: other, image: model } = await openImage(like, undefined);
  using _other = other;
  const [rows = 0, columns = 0] = model.array.shape.slice(-2);
  const wcs = model.wcs as Wcs | undefined;
  if (!wcs) {
    throw new Problem(`${nameOf(like)}: ${model.problem ?? "its image has no WCS"}`);
  }
  return await making(async () => {
    const target = gridOf(wcs, [rows, columns]);
    const made = await mosaic([image], { target, kernel, order: "first" });
    return writeSky(context, made, output, [], { wcs, node: model.node });
  });
}
