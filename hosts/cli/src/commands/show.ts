/** `show`: a plane of an array as a picture, in the terminal or in a file. */
import { limits } from "../../../../www/src/viewer/format/format.ts";
import type { Context } from "../context.ts";
import { EXIT, misuse } from "../exit.ts";
import { type Picture, type PictureOptions, pictureOf } from "../picture/picture.ts";
import { pngOf } from "../picture/png.ts";
import { roomFor, textOf, usualWay, type Way } from "../picture/terminal.ts";
import { openSource } from "../reading/open.ts";
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
    const most = maxSize ?? BEYOND;
    const picture = await pictureOf(file, text, [most, most], options);
    tell(context, picture);
    await writeTarget(output, one(pngOf(picture)));
    if (context.json && output !== "-") {
      const { path, width, height, limits } = picture;
      context.printJson({ written: [output], path, width, height, limits });
    }
    return EXIT.done;
  }
  if (!process.stdout.isTTY && as === undefined) {
    throw misuse(
      "the output is no terminal: name a file, `--output image.png`, or say how to draw, `--as blocks`",
    );
  }
  using file = await openSource(source);
  const way = as ?? usualWay(process.env);
  const { columns = 80, rows = 24 } = process.stdout;
  const [width, height] = roomFor(way, columns, rows);
  const picture = await pictureOf(
    file,
    text,
    [Math.min(width, maxSize ?? BEYOND), Math.min(height, maxSize ?? BEYOND)],
    options,
  );
  tell(context, picture);
  const [min, max] = limits(...picture.limits);
  context.printPicture(textOf(picture, way));
  context.print(`${context.style.heading(picture.path)}  ${min} … ${max}`);
  return EXIT.done;
}

function tell(context: Context, { note }: Picture): void {
  if (note !== undefined) {
    context.note(note);
  }
}

async function* one(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
