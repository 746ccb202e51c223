/** The view as a picture: the image, what is over it, and the colour bar, as PNG or SVG. */
import { drawMarks } from "../../../drawing/canvas.ts";
import { colorsOf, dataUrl, pngOf } from "../../../drawing/raster.ts";
import { scaleBelow } from "./colorScale.ts";
import { type Layout, layoutOf, movedOver, titleOver } from "./layout.ts";
import { marksOver } from "./marks.ts";
import type { LivePicture } from "./pictureModel.ts";
import { type Picturable, sizeAt } from "./raster.ts";
import { svgText } from "./svg.ts";

export type Background = "page" | "white" | "black" | "none";

export interface PictureOptions {
  /** Pixels of the picture for each of the canvas. */
  readonly scale: number;
  readonly background: Background;
  readonly hasBar: boolean;
  /** What is left out of what is over the image. */
  readonly without: ReadonlySet<string>;
  /** Whether what is empty around the image is left out. */
  readonly isTight: boolean;
  /** What stands above the image; empty for nothing. */
  readonly title: string;
  /** What the picture is called where it has no title. */
  readonly name: string;
}

/** Colours of the ground, and of lines and texts on it. */
const GROUNDS: Readonly<Record<Exclude<Background, "page">, readonly [ground: string, ink: string]>> = {
  white: ["#ffffff", "#1c1d20"],
  black: ["#000000", "#e5e5e2"],
  none: ["none", "#1c1d20"],
};

export async function pictureOf(
  live: LivePicture,
  format: "png" | "svg",
  options: PictureOptions,
  signal: AbortSignal,
): Promise<Blob> {
  const drawn = live.drawn();
  if (!drawn) {
    throw new Error("there is no image yet: wait until it is drawn");
  }
  const { scale, background, hasBar, without, title, name } = options;
  const bar = hasBar ? live.bar() : undefined;
  const layout = layoutOf(drawn, options, bar !== undefined);
  const layers = marksOver(live.area);
  const wanted = new Map([...layers].filter(([layer]) => !without.has(layer)));
  const over = movedOver(wanted, layout, drawn.screen);
  const { fontFamily } = getComputedStyle(live.area);
  const [ground, ink] = background === "page" ? groundOf(live.area) : GROUNDS[background];
  const image = cutOut(await drawn.raster(scale, signal), layout);
  const whole = paintedOver(live, drawn, scale, without);
  const painted = whole && cutOut(whole, layout);
  const ratio = devicePixelRatio * scale;
  const top = layout.image.y + layout.image.height;
  const colorScale = bar && scaleBelow(bar, { width: layout.width, top }, ink, fontFamily);
  const colors = bar && colorsOf(bar.colors);
  const head = title === "" ? [] : [titleOver(title, layout, ink, fontFamily)];
  if (format === "svg") {
    const parts = {
      ...{ title: title || name, ground, over, head, layout },
      image: await dataUrl(await pngOf(image)),
      painted: painted && (await dataUrl(await pngOf(painted))),
      scale: colorScale && colors && { ...colorScale, image: await dataUrl(await pngOf(colors)) },
    };
    return new Blob([svgText(parts)], { type: "image/svg+xml" });
  }
  if (!bar && !painted && over.length === 0 && head.length === 0 && ground === "none") {
    return pngOf(image);
  }
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.width, height: Math.round(layout.height * ratio) });
  const context = canvas.getContext("2d");
  if (!context) {
    throw new Error("this browser has no canvas to draw on");
  }
  if (ground !== "none") {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  const y = Math.round(layout.image.y * ratio);
  context.drawImage(image, 0, y);
  if (painted) {
    context.drawImage(painted, 0, y);
  }
  drawMarks(context, over, ratio, { x: 0, y, width: image.width, height: image.height });
  drawMarks(context, head, ratio, { x: 0, y: 0, width: canvas.width, height: y });
  if (colorScale && colors) {
    const { x, y, width, height } = colorScale;
    context.imageSmoothingEnabled = false;
    context.drawImage(colors, x * ratio, y * ratio, width * ratio, height * ratio);
    drawMarks(context, colorScale.marks, ratio, { x: 0, y: 0, width: canvas.width, height: canvas.height });
  }
  return pngOf(canvas);
}

/** The part of a canvas that a layout takes. */
function cutOut(canvas: HTMLCanvasElement, { crop: { x, y, width, height } }: Layout): HTMLCanvasElement {
  if (width === canvas.width && height === canvas.height) {
    return canvas;
  }
  const part = Object.assign(document.createElement("canvas"), { width, height });
  part.getContext("2d")?.drawImage(canvas, -x, -y);
  return part;
}

/** The layers that are not SVG, on a canvas as large as the image; undefined if there are none. */
function paintedOver(
  { painters }: LivePicture,
  drawn: Picturable,
  scale: number,
  without: ReadonlySet<string>,
): HTMLCanvasElement | undefined {
  const wanted = [...painters()].filter(([layer]) => !without.has(layer));
  const size = sizeAt(drawn, scale);
  const camera = { ...drawn.camera, zoom: drawn.camera.zoom * scale };
  const canvases = wanted.map(([, painter]) => {
    const canvas = Object.assign(document.createElement("canvas"), size);
    const context = canvas.getContext("2d");
    if (context) {
      painter(context, camera, size, devicePixelRatio * scale);
    }
    return canvas;
  });
  const [all, ...others] = canvases;
  for (const canvas of others) {
    all?.getContext("2d")?.drawImage(canvas, 0, 0);
  }
  return all;
}

/** The colours of the page behind the image and of its texts. */
function groundOf(area: HTMLElement): readonly [ground: string, ink: string] {
  const ink = getComputedStyle(area).color;
  for (let at: Element | null = area; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) {
      return [backgroundColor, ink];
    }
  }
  return ["none", ink];
}
