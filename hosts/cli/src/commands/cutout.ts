/** `cutout`: the file with parts of some arrays, and a WCS that fits them. */
import type { Selection, Warning } from "asdf-wasm";
import type { Context } from "../context.ts";
import { EXIT, misuse } from "../exit.ts";
import { openSource } from "../reading/open.ts";
import { Part } from "../reading/part.ts";
import { skyWindow } from "../reading/skyWindow.ts";
import { arrayIn, checkInTree } from "../reading/target.ts";
import { warningText } from "../text/summary.ts";
import { type OutputOptions, writeAsdf } from "../writing/options.ts";

export interface CutoutOptions extends OutputOptions {
  readonly alone?: boolean;
  readonly center?: string;
  readonly size?: string;
  readonly wcs?: string;
}

export async function run(
  context: Context,
  args: readonly string[],
  options: CutoutOptions,
): Promise<number> {
  const [source = "", target = "", ...texts] = args;
  using file = await openSource(source);
  const { center, size, wcs } = options;
  if ((center === undefined) !== (size === undefined)) {
    throw misuse("--center needs --size, and --size needs --center");
  }
  const isOnSky = center !== undefined && size !== undefined;
  if (texts.length === 0 && !isOnSky) {
    throw misuse(
      "say which part, such as 'roman/data[0:100, 0:100]', or where on the sky, by --center and --size",
    );
  }
  const tell = (warning: Warning) => context.note(`warning: ${warningText(warning)}`);
  const selections: { [path: string]: Selection } = Object.create(null);
  for (const text of isOnSky && texts.length === 0 ? [undefined] : texts) {
    const found = await arrayIn(file, text);
    const { path, node } = found;
    checkInTree(found, "`extract` to .csv or .npy takes a part of it");
    selections[path] =
      isOnSky && found.selection.length === 0
        ? await skyWindow(file, path, node.shape, { center, size, wcs }, tell)
        : new Part(found).selection();
  }
  const alike = options.alone !== true;
  await writeAsdf(context, file, target, options, (given) => file.cutout(selections, { ...given, alike }));
  return EXIT.done;
}
