/** Symbols at points of the image, which keep their size on the screen: the rows of a catalogue, and markers that a page sets. */
import type { SymbolShape } from "../../../protocol/over/markers.ts";
import type { Camera, Size } from "../camera/camera.ts";
import { fromHex } from "../display/colors.ts";
import { eachInView } from "./places.ts";

/** More symbols in view are dots. */
const CROWD = 4000;

/** How points are drawn. */
export interface Look {
  readonly symbol: SymbolShape;
  /** In pixels of the canvas, as all lengths here. */
  readonly size: number;
  readonly color: string;
}

/** Symbols of sizes by a column have one of so many. */
const SIZES = 24;

export interface Drawn {
  readonly points: Float64Array;
  /** The diameter of a point's symbol. */
  readonly sizeOf: (i: number) => number;
  readonly order: Uint32Array | undefined;
}

/** Draws the points in view; returns whether they were dots. */
export function drawSymbols(
  context: CanvasRenderingContext2D,
  { points, sizeOf, order }: Drawn,
  look: Look,
  camera: Camera,
  screen: Size,
  scale: number,
): boolean {
  const stamps = new Map<number, HTMLCanvasElement>();
  const stampFor = (i: number): HTMLCanvasElement => {
    const size = (Math.ceil((SIZES * sizeOf(i)) / look.size) * look.size) / SIZES;
    const stamp = stamps.get(size) ?? stampOf({ ...look, size }, scale);
    stamps.set(size, stamp);
    return stamp;
  };
  const [seen, which]: [number[], number[]] = [[], []];
  const margin = look.size / 2 + 2 * scale;
  const take = (i: number, x: number, y: number): void => {
    seen.push(x, y);
    which.push(i);
  };
  eachInView(points, camera, screen, margin, take, order);
  if (seen.length > 2 * CROWD) {
    // A canvas of its own: what is drawn already stays below the dots.
    const layer = Object.assign(document.createElement("canvas"), screen);
    layer.getContext("2d")?.putImageData(dots(context, seen, look.color, screen, scale), 0, 0);
    context.drawImage(layer, 0, 0);
    return true;
  }
  for (const [i, point] of which.entries()) {
    const stamp = stampFor(point);
    const half = stamp.width / 2;
    context.drawImage(stamp, (seen[2 * i] ?? 0) - half, (seen[2 * i + 1] ?? 0) - half);
  }
  return false;
}

/** Symbols of a crowd would cover the image: dots, set directly, which takes a tenth of the time. */
function dots(
  context: CanvasRenderingContext2D,
  places: readonly number[],
  color: string,
  { width, height }: Size,
  scale: number,
): ImageData {
  const picture = context.createImageData(width, height);
  const pixels = new Uint32Array(picture.data.buffer);
  const [pixel = 0] = new Uint32Array(Uint8Array.of(...fromHex(color), 255).buffer);
  const side = Math.max(2, Math.round(2 * scale));
  for (let i = 0; i < places.length; i += 2) {
    const [left, top] = [
      Math.round(places[i] ?? 0) - (side >> 1),
      Math.round(places[i + 1] ?? 0) - (side >> 1),
    ];
    for (let y = Math.max(top, 0); y < Math.min(top + side, height); y += 1) {
      pixels.fill(
        pixel,
        y * width + Math.max(left, 0),
        y * width + Math.min(Math.max(left + side, 0), width),
      );
    }
  }
  return picture;
}

/** A symbol drawn once, on dark so that it is seen on any colour: copying it is far cheaper than drawing it. */
function stampOf({ symbol, size, color }: Look, scale: number): HTMLCanvasElement {
  const side = Math.ceil(size + 4 * scale);
  const stamp = document.createElement("canvas");
  stamp.width = side;
  stamp.height = side;
  const context = stamp.getContext("2d");
  if (context) {
    const [middle, reach] = [side / 2, size / 2];
    context.beginPath();
    if (symbol === "circle") {
      context.arc(middle, middle, reach, 0, 2 * Math.PI);
    } else if (symbol === "square") {
      context.rect(middle - reach, middle - reach, 2 * reach, 2 * reach);
    } else if (symbol === "diamond") {
      context.moveTo(middle - reach, middle);
      context.lineTo(middle, middle + reach);
      context.lineTo(middle + reach, middle);
      context.lineTo(middle, middle - reach);
      context.closePath();
    } else {
      context.moveTo(middle - reach, middle);
      context.lineTo(middle + reach, middle);
      context.moveTo(middle, middle - reach);
      context.lineTo(middle, middle + reach);
    }
    for (const [style, width] of [
      ["rgb(0 0 0 / 60%)", 3],
      [color, 1.5],
    ] as const) {
      context.strokeStyle = style;
      context.lineWidth = width * scale;
      context.stroke();
    }
  }
  return stamp;
}
