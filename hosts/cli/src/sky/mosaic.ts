/** `mosaic`: the images of files as one, on a plane that touches the sky. */
import { type Background, type LeftOut, mosaic, type Overlap } from "@asdf-wasm/science/mosaic";
import type { Context } from "../context.ts";
import { reasonOf } from "../exit.ts";
import { nameOf } from "../reading/open.ts";
import { making, type Opened, openImage, outputOf, type SkyOptions, writeSky } from "./file.ts";

export interface MosaicOptions extends SkyOptions {
  readonly order: Overlap;
  readonly background: Background;
  readonly scale?: number;
  readonly unit?: string;
}

export async function run(
  context: Context,
  sources: readonly string[],
  options: MosaicOptions,
): Promise<number> {
  const output = outputOf(options);
  const opened: Opened[] = [];
  const unopened: LeftOut[] = [];
  try {
    for (const source of sources) {
      try {
        opened.push(await openImage(source, options.path));
      } catch (thrown) {
        unopened.push({ name: nameOf(source), reason: reasonOf(thrown) });
      }
    }
    return await making(async () => {
      const { kernel, order, background, scale, unit } = options;
      const images = opened.map(({ image }) => image);
      const made = await mosaic(images, { kernel, order, background, scale, unit });
      return writeSky(context, made, output, unopened);
    });
  } finally {
    for (const { file } of opened) {
      file.close();
    }
  }
}
