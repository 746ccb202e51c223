/** `show`: a plane of an array as a picture, in the terminal or in a file. */
import { limits, withUnit } from "@asdf-wasm/science/format/format";
import type { Context } from "../context.ts";
import { EXIT, misuse } from "../exit.ts";
import { MANY, type Picture, type PictureOptions, pictureOf } from "../picture/picture.ts";
import { pngOf } from "../picture/png.ts";
import { spaceFor, textOf, usualWay, type Way } from "../picture/terminal.ts";
import { openSource } from "../reading/open.ts";
import { tellOfReading } from "../reading/warned.ts";
import { checkTarget, writeTarget } from "../writing/files.ts";

export interface ShowOptions extends PictureOptions {
  readonly output?: string;
  readonly force?: boolean;
  readonly maxSize?: number;
  readonly as?: Way;
}

const BEYOND = Number.POSITIVE_INFINITY;

export async function run(context: Context, args: readonly string[], options: ShowOptions): Promise<number> {
  const [source = "", text] = args;
  const { output, force = false, maxSize, as } = options;
  if (output !== undefined) {
    checkTarget(output, force);
    using file = await openSource(source);
    using _told = tellOfReading(context, file);
    const picture = await pictureOf(
      file,
      text,
      maxSize === undefined ? undefined : [maxSize, maxSize],
      options,
    );
    context.note(...picture.notes);
    await writeTarget(output, one(pngOf(picture)));
    if (picture.step > 1 && maxSize === undefined) {
      context.note(
        `Each pixel is the ${reduced(picture, options)}: all would be more than ${MANY / 2 ** 20} million pixels. --max-size sets another size.`,
      );
    }
    if (context.json && output !== "-") {
      const { path, width, height, limits, unit, step, every } = picture;
      const shown = { path, width, height, limits, step, every, ...(unit && { unit }) };
      context.printJson({ written: [output], ...shown });
    }
    return EXIT.done;
  }
  if (!process.stdout.isTTY && as === undefined) {
    throw misuse(
      "the output is no terminal: name a file, `--output image.png`, or say how to draw, `--as blocks`",
    );
  }
  using file = await openSource(source);
  using _told = tellOfReading(context, file);
  const way = as ?? usualWay(process.env);
  // A terminal may not know its size.
  const columns = process.stdout.columns || 80;
  const rows = process.stdout.rows || 24;
  const [width, height] = spaceFor(way, columns, rows);
  const picture = await pictureOf(
    file,
    text,
    [Math.min(width, maxSize ?? BEYOND), Math.min(height, maxSize ?? BEYOND)],
    options,
  );
  context.note(...picture.notes);
  const [min, max] = limits(...picture.limits);
  context.printPicture(textOf(picture, way));
  const pixels = picture.step > 1 ? `, each pixel the ${reduced(picture, options)}` : "";
  context.print(`${context.style.heading(picture.path)}  ${min} … ${withUnit(max, picture.unit)}${pixels}`);
  return EXIT.done;
}

/** What became of the elements of a pixel. */
function reduced({ step, every }: Picture, { shrink = "mean" }: ShowOptions): string {
  const side = step / every;
  return `${shrink} of ${side} × ${side} elements`;
}

async function* one(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
