/** Draws the points of a plot, or how densely they lie, between the axes. */

import type { PlotPicture } from "@asdf-wasm/science/tables/plotting";
import { COLORMAPS } from "asdf-wasm/image";
import type { FigurePart } from "../../../chart/figure.ts";
import type { Drawn } from "./plotModel.ts";
import type { Part } from "./space.ts";

export type Ink = (name: string) => string;
type Rgb = readonly [red: number, green: number, blue: number];

export interface Look {
  readonly ink: Ink;
  /** 256 triples of red, green and blue for the column of colours. */
  readonly colors: Uint8Array;
  /** Whether axes grow to the left, and downwards. */
  readonly flipX: boolean;
  readonly flipY: boolean;
  /** Whether any row is chosen. */
  readonly hasChosen: boolean;
}

/** Points and chosen ones are told apart by colour and by size. */
const POINT = "--series-1";
const CHOSEN = "--series-2";
const NO_COLOR = "--muted";
/** Greater counts look the same. */
const MOST_APART = 2 ** 16;
/** How many colours points have. */
const SHADES = 64;

/** Colours that are told from a background: without the palest on a light one, without the darkest on a dark one. */
export function colorsOn(ground: string): Uint8Array {
  const [red, green, blue] = rgbOf(ground);
  const isDark = red + green + blue < 384;
  const [first, last] = isDark ? [48, 255] : [0, 232];
  const all = COLORMAPS.viridis;
  return Uint8Array.from({ length: 768 }, (_, i) => {
    const at = Math.round(first + (Math.floor(i / 3) / 255) * (last - first));
    return all[3 * at + (i % 3)] ?? 0;
  });
}

/** The size of a point by how many there are, in CSS pixels. */
export function sizeOf(picture: PlotPicture): number {
  const count = picture.kind === "points" ? picture.rows.length : Number.POSITIVE_INFINITY;
  return count > 1500 ? 4 : count > 200 ? 5 : 7;
}

/** Draws on a canvas that has the room between the axes alone; `shown` is the part in it. */
export function drawScatter(
  context: CanvasRenderingContext2D,
  { picture, window }: Pick<Drawn, "picture" | "window">,
  shown: Part,
  look: Look,
  ratio: number,
): void {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  const [spanX, spanY] = [shown.x.max - shown.x.min, shown.y.max - shown.y.min];
  /** Where the part that was drawn begins and ends in the part that is shown. */
  const [left, bottom] = [(window.x.min - shown.x.min) / spanX, (window.y.min - shown.y.min) / spanY];
  const [wide, tall] = [(window.x.max - window.x.min) / spanX, (window.y.max - window.y.min) / spanY];
  if (picture.kind === "density") {
    const cells = densityCanvas(picture, look);
    context.save();
    context.imageSmoothingEnabled = false;
    context.translate(look.flipX ? width : 0, look.flipY ? height : 0);
    context.scale(look.flipX ? -1 : 1, look.flipY ? -1 : 1);
    context.drawImage(cells, left * width, (1 - bottom - tall) * height, wide * width, tall * height);
    context.restore();
    return;
  }
  const { places } = picture;
  const at = (i: number): readonly [x: number, y: number] => {
    const across = left + (places[2 * i] ?? 0) * wide;
    const up = bottom + (places[2 * i + 1] ?? 0) * tall;
    return [(look.flipX ? 1 - across : across) * width, (look.flipY ? up : 1 - up) * height];
  };
  const size = sizeOf(picture) * ratio;
  const stamps = new Map<string, HTMLCanvasElement>();
  const put = (i: number, color: string, ring: string | undefined, scale: number): void => {
    const key = `${color} ${ring}`;
    const stamp = stamps.get(key) ?? stampOf(color, ring, size * scale, ratio);
    stamps.set(key, stamp);
    const [x, y] = at(i);
    context.drawImage(stamp, x - stamp.width / 2, y - stamp.height / 2);
  };
  context.globalAlpha = look.hasChosen ? 0.45 : 0.75;
  for (const i of picture.rows.keys()) {
    if (picture.chosen[i] === 0) {
      put(i, colorAt(picture, i, look, false), undefined, 1);
    }
  }
  context.globalAlpha = 1;
  for (const i of picture.rows.keys()) {
    if (picture.chosen[i] === 1) {
      put(i, colorAt(picture, i, look, true), look.ink("--text"), 1.25);
    }
  }
}

/** The same for a file. */
export function partOfFigure({ picture }: Pick<Drawn, "picture">, look: Omit<Look, "ink">): FigurePart {
  if (picture.kind === "density") {
    return {
      kind: "image",
      draw: (ink) => {
        const { width, height } = picture;
        const canvas = Object.assign(document.createElement("canvas"), { width, height });
        const context = canvas.getContext("2d");
        context?.translate(look.flipX ? width : 0, look.flipY ? height : 0);
        context?.scale(look.flipX ? -1 : 1, look.flipY ? -1 : 1);
        context?.drawImage(densityCanvas(picture, { ...look, ink }), 0, 0);
        return canvas;
      },
    };
  }
  const { places, chosen } = picture;
  // Chosen points are above the others.
  const order = [...picture.rows.keys()].sort((i, j) => (chosen[i] ?? 0) - (chosen[j] ?? 0));
  const turned = Float32Array.from({ length: places.length }, (_, i) => {
    const place = places[2 * (order[i >> 1] ?? 0) + (i % 2)] ?? 0;
    return (i % 2 === 0 ? look.flipX : look.flipY) ? 1 - place : place;
  });
  return {
    kind: "dots",
    places: turned,
    size: sizeOf(picture),
    colorAt: (i, ink) => {
      const at = order[i] ?? 0;
      return colorAt(picture, at, { ...look, ink }, chosen[at] === 1);
    },
  };
}

function colorAt(
  { colors }: Extract<PlotPicture, { kind: "points" }>,
  i: number,
  look: Look,
  isChosen: boolean,
): string {
  const place = colors?.[i];
  if (place === undefined) {
    return look.ink(isChosen ? CHOSEN : POINT);
  }
  if (Number.isNaN(place)) {
    return look.ink(NO_COLOR);
  }
  const shade = Math.round(Math.round(place * (SHADES - 1)) * (255 / (SHADES - 1)));
  return `rgb(${look.colors.subarray(3 * shade, 3 * shade + 3).join(", ")})`;
}

/** A point drawn once: copying it is far cheaper than drawing it. */
function stampOf(color: string, ring: string | undefined, size: number, ratio: number): HTMLCanvasElement {
  const side = Math.ceil(size + 2 * ratio);
  const stamp = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const context = stamp.getContext("2d");
  if (context) {
    context.beginPath();
    context.arc(side / 2, side / 2, size / 2, 0, 2 * Math.PI);
    context.fillStyle = color;
    context.fill();
    if (ring !== undefined) {
      context.strokeStyle = ring;
      context.lineWidth = ratio;
      context.stroke();
    }
  }
  return stamp;
}

/** More points in a cell are a stronger colour, on a logarithmic scale; with a column of colours, the mean of theirs. */
function densityCanvas(
  { width, height, counts, most, colors, chosen }: Extract<PlotPicture, { kind: "density" }>,
  look: Look,
): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (!context) {
    return canvas;
  }
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  const [plain, marked] = [byCount(rampOf(look, POINT), most), byCount(rampOf(look, CHOSEN), most)];
  const last = plain.length - 1;
  const shades = shadesOf(look);
  const none = shades[256] ?? 0;
  for (let i = 0; i < pixels.length; i += 1) {
    const count = counts[i] ?? 0;
    if (count === 0) {
      continue;
    }
    if (chosen !== undefined && (chosen[i] ?? 0) > 0) {
      pixels[i] = marked[count < last ? count : last] ?? 0;
    } else if (colors === undefined) {
      pixels[i] = plain[count < last ? count : last] ?? 0;
    } else {
      const place = colors[i] ?? Number.NaN;
      pixels[i] = place >= 0 ? (shades[(place * 255 + 0.5) | 0] ?? 0) : none;
    }
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** The colours of counts, as many as are told apart. */
function byCount(ramp: Uint32Array, most: number): Uint32Array {
  const scale = 255 / Math.max(Math.log1p(most), 1);
  const length = Math.min(most, MOST_APART) + 1;
  return Uint32Array.from({ length }, (_, count) => ramp[Math.round(Math.log1p(count) * scale)] ?? 0);
}

/** The colours of a column, and after them the colour without a column. */
function shadesOf({ colors, ink, hasChosen }: Look): Uint32Array {
  const alpha = hasChosen ? 130 : 255;
  return Uint32Array.from({ length: 257 }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = i < 256 ? colors.subarray(3 * i, 3 * i + 3) : rgbOf(ink(NO_COLOR));
    return packed([red, green, blue], alpha);
  });
}

/** 256 colours from a pale one to the ink of texts. */
function rampOf({ ink, hasChosen }: Look, name: string): Uint32Array {
  const [ground, middle, end] = [rgbOf(ink("--ground")), rgbOf(ink(name)), rgbOf(ink("--text"))];
  const mixed = (from: Rgb, to: Rgb, share: number): Rgb => [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
  const isPale = hasChosen && name === POINT;
  return Uint32Array.from({ length: 256 }, (_, i) => {
    const place = i / 255;
    const color =
      place < 0.7
        ? mixed(ground, middle, 0.35 + (0.65 * place) / 0.7)
        : mixed(middle, end, 2 * (place - 0.7));
    return packed(isPale ? mixed(ground, color, 0.5) : color, 255);
  });
}

/** As a canvas has its pixels in memory: red first. */
function packed([red, green, blue]: Rgb, alpha: number): number {
  return ((alpha << 24) | (Math.round(blue) << 16) | (Math.round(green) << 8) | Math.round(red)) >>> 0;
}

function rgbOf(color: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return color.startsWith("color(") ? [255 * red, 255 * green, 255 * blue] : [red, green, blue];
}
