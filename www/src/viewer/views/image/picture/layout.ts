/** Where the parts of a picture stand: the title, the image without what is empty around it, and the colour bar. */
import type { Mark, TextMark } from "../../../drawing/marks.ts";
import { boundsOf, overlap, type Point, type Rect, toScreen } from "../camera/camera.ts";
import { cutTo, LETTER, STRIP } from "./colorScale.ts";
import { type Picturable, sizeAt } from "./raster.ts";

/** In CSS pixels: of the strip above the image, and of the letters in it, also where there is little room. */
const HEAD = 36;
const TITLE = 15;
const LEAST = 11;
const MARGIN = 16;
/** From a letter of the compass to the end of its arrow, and half of a scale bar beside its label. */
const ARROW = 36;

export interface Layout {
  /** The part of the canvas that is taken, in pixels of the picture. */
  readonly crop: Rect;
  /** Where it stands, in CSS pixels. */
  readonly image: Rect;
  readonly width: number;
  readonly height: number;
}

/** `ratio`: pixels of the picture per CSS pixel. */
export function layoutOf(
  drawn: Picturable,
  options: { readonly scale: number; readonly isTight: boolean; readonly title: string },
  hasBar: boolean,
): Layout {
  const { scale, isTight, title } = options;
  const ratio = devicePixelRatio * scale;
  const whole = { x: 0, y: 0, ...sizeAt(drawn, scale) };
  const crop = (isTight && overlap(imageIn(drawn, scale), whole)) || whole;
  const top = title === "" ? 0 : HEAD;
  const image = { x: 0, y: top, width: crop.width / ratio, height: crop.height / ratio };
  return { crop, image, width: image.width, height: top + image.height + (hasBar ? STRIP : 0) };
}

/** The upright box around the image, in whole pixels of the picture. */
function imageIn({ image, camera, screen }: Picturable, scale: number): Rect {
  const { x, y, width, height } = boundsOf({ x: 0, y: 0, ...image }, (at) => toScreen(camera, screen, at));
  const [left, top] = [Math.round(scale * x), Math.round(scale * y)];
  return {
    ...{ x: left, y: top },
    width: Math.round(scale * (x + width)) - left,
    height: Math.round(scale * (y + height)) - top,
  };
}

/**
 * What is over the image, moved with it. The compass and the scale bar keep to its lower left corner; coordinates at the grid
 * that would run into them or out of the image are left out.
 */
export function movedOver(
  layers: ReadonlyMap<string, readonly Mark[]>,
  layout: Layout,
  screen: { readonly height: number },
): Mark[] {
  const { crop, image } = layout;
  const ratio = crop.width / image.width;
  const own = { x: -crop.x / ratio, y: image.y - crop.y / ratio };
  const corner = { x: 0, y: image.y + image.height - screen.height / devicePixelRatio };
  const compass = moved(layers.get("compass") ?? [], corner);
  const taken = compass.flatMap((mark) => ("text" in mark ? [areaOf(mark)] : []));
  const isFree = (mark: Mark): boolean => {
    const area = "text" in mark ? areaOf(mark) : undefined;
    return !area || (isWithin(area, image) && !taken.some((other) => overlap(grown(other), area)));
  };
  const isMoved = own.x !== 0 || own.y !== corner.y;
  return [...layers].flatMap(([layer, marks]) =>
    layer === "compass"
      ? compass
      : moved(marks, own).filter((mark) => layer !== "grid" || !isMoved || isFree(mark)),
  );
}

function moved(marks: readonly Mark[], by: Point): readonly Mark[] {
  return marks.map((mark) => {
    const [a, b, c, d, e, f] = mark.matrix;
    return { ...mark, matrix: [a, b, c, d, e + by.x, f + by.y] as const };
  });
}

/** The area of a text that is not rotated, about. */
function areaOf({ text, x, y, matrix: [a, b, c, d, e, f], anchor, size }: TextMark): Rect {
  const width = text.length * LETTER * size;
  const left = { start: 0, middle: width / 2, end: width }[anchor];
  return { x: a * x + c * y + e - left, y: b * x + d * y + f - size, width, height: 1.5 * size };
}

/** The area of a letter with its arrow, or of a label with the scale bar below it. */
function grown({ x, y, width, height }: Rect): Rect {
  return { x: x - ARROW, y: y - ARROW / 2, width: width + 2 * ARROW, height: height + ARROW };
}

function isWithin(one: Rect, other: Rect): boolean {
  const [right, bottom] = [one.x + one.width, one.y + one.height];
  return one.x >= other.x && right <= other.x + other.width && bottom <= other.y + other.height;
}

export function titleOver(text: string, { width }: Layout, ink: string, family: string): Mark {
  const area = width - 2 * MARGIN;
  const size = Math.min(TITLE, Math.max(area / (LETTER * text.length), LEAST));
  return {
    text: cutTo(text, area, size),
    ...{ matrix: [1, 0, 0, 1, 0, 0] as const, opacity: 1 },
    ...{ anchor: "middle" as const, x: width / 2, y: HEAD / 2, isCentral: true },
    ...{ size, family, weight: "600", fill: ink, stroke: "none", width: 0 },
  };
}
