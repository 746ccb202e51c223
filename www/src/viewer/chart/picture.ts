/** A figure as a picture: PNG, or SVG with lines and texts as vectors. */
import { drawMarks } from "../drawing/canvas.ts";
import type { Mark } from "../drawing/marks.ts";
import { colorsOf, dataUrl, pngOf } from "../drawing/raster.ts";
import { element, escaped, paint, picture, short } from "../drawing/svg.ts";
import type { Figure } from "./figure.ts";
import { type Box, type Frame, frameOf, type Style } from "./frame.ts";
import { type Ink, marksOf } from "./parts.ts";

export interface Palette {
  readonly ink: Ink;
  readonly family: string;
  /** Of the background; "none" for none. */
  readonly ground: string;
}

interface Parts {
  readonly frame: Frame;
  readonly images: readonly HTMLCanvasElement[];
  readonly marks: readonly Mark[];
}

/** `ratio`: pixels of a PNG for each CSS pixel. */
export async function pictureOfFigure(
  figure: Figure,
  format: "png" | "svg",
  ratio: number,
  palette: Palette,
): Promise<Blob> {
  const { ground } = palette;
  const { frame, images, marks } = partsOf(figure, palette);
  const { width, height, title } = figure;
  if (format === "svg") {
    const hrefs = await Promise.all(images.map(async (image) => dataUrl(await pngOf(image))));
    const bar = frame.bar && (await dataUrl(await pngOf(upright(frame.bar.colors))));
    const { x, y, width: across, height: down } = frame.area;
    return new Blob(
      [
        [
          `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width)}" height="${short(height)}" viewBox="0 0 ${short(width)} ${short(height)}">`,
          `<title>${escaped(title)}</title>`,
          `<clipPath id="area"><rect x="${short(x)}" y="${short(y)}" width="${short(across)}" height="${short(down)}"/></clipPath>`,
          ...(ground === "none" ? [] : [`<rect width="100%" height="100%" ${paint("fill", ground)}/>`]),
          ...frame.below.map(element),
          ...hrefs.map((href) => picture(href, frame.area)),
          `<g clip-path="url(#area)" stroke-linejoin="round" stroke-linecap="round">`,
          ...marks.map(element),
          "</g>",
          ...(frame.bar && bar ? [picture(bar, frame.bar)] : []),
          ...frame.above.map(element),
          "</svg>\n",
        ].join("\n"),
      ],
      { type: "image/svg+xml" },
    );
  }
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  const context = canvas.getContext("2d");
  if (!context) {
    throw new Error("this browser has no canvas to draw on");
  }
  if (ground !== "none") {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  drawMarks(context, frame.below, ratio, canvas);
  context.imageSmoothingEnabled = false;
  for (const image of images) {
    drawIn(context, image, frame.area, ratio);
  }
  context.save();
  context.beginPath();
  const { area } = frame;
  context.rect(area.x * ratio, area.y * ratio, area.width * ratio, area.height * ratio);
  context.clip();
  drawMarks(context, marks, ratio, canvas);
  context.restore();
  drawFrame(context, frame, ratio);
  return pngOf(canvas);
}

export function partsOf(figure: Figure, { ink, family }: Pick<Palette, "ink" | "family">): Parts {
  const frame = frameOf(figureWith(figure, ink), styleOf(ink, family));
  return {
    frame,
    images: figure.parts.flatMap((part) => (part.kind === "image" ? [part.draw(ink)] : [])),
    marks: figure.parts.flatMap((part) => marksOf(part, figure, frame.area, ink)),
  };
}

export function styleOf(ink: Ink, family: string): Style {
  return { ink: ink("--text"), line: ink("--line-strong"), soft: ink("--line"), family };
}

/** What is above the data: axes, texts, the colour bar. */
export function drawFrame(context: CanvasRenderingContext2D, { bar, above }: Frame, ratio: number): void {
  if (bar) {
    context.imageSmoothingEnabled = false;
    drawIn(context, upright(bar.colors), bar, ratio);
  }
  drawMarks(context, above, ratio, context.canvas);
}

function drawIn(
  context: CanvasRenderingContext2D,
  image: HTMLCanvasElement,
  { x, y, width, height }: Box,
  ratio: number,
): void {
  context.drawImage(image, x * ratio, y * ratio, width * ratio, height * ratio);
}

/** Colours from the last at the top to the first. */
function upright(colors: Uint8Array): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: 1, height: 256 });
  const context = canvas.getContext("2d");
  context?.translate(0, 256);
  context?.rotate(-Math.PI / 2);
  context?.drawImage(colorsOf(colors), 0, 0);
  return canvas;
}

/** With the colours of the legend themselves. */
function figureWith(figure: Figure, ink: Ink): Figure {
  return { ...figure, legend: figure.legend.map(({ name, color }) => ({ name, color: ink(color) })) };
}
