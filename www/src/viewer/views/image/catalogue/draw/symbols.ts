/** Symbols at points of the image, which keep their size on the screen: the rows of a catalogue, and markers that a page sets. */
import type { SymbolShape } from "../../../../protocol/over/markers.ts";
import type { Camera, Size } from "../../camera/camera.ts";
import { type Color, fromHex } from "../../display/colors.ts";
import { eachInView, isWithin } from "./places.ts";

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
  /** The points as they are drawn: of those that fall together, the first. */
  readonly order: ArrayLike<number> | undefined;
  /** For how many points each of that order stands; one by default. */
  readonly counts?: readonly number[] | undefined;
  /** The colour of a point as `#ff0000`, where not all have the same. */
  readonly colorOf?: ((i: number) => string) | undefined;
  /** Symbols that were drawn before, for the next time. */
  readonly stamps?: Map<string, HTMLCanvasElement>;
}

/** Draws the points in view; returns whether they were dots. */
export function drawSymbols(
  context: CanvasRenderingContext2D,
  { points, sizeOf, order, counts, colorOf = () => look.color, stamps = new Map() }: Drawn,
  look: Look,
  camera: Camera,
  screen: Size,
  scale: number,
  beyond = 0,
): boolean {
  const margin = look.size / 2 + 2 * scale;
  const seen: Seen = { which: [], places: [], counts: [] };
  let inView = 0;
  eachInView(
    points,
    camera,
    screen,
    margin + beyond,
    (point, x, y, i) => {
      inView += isWithin(screen, margin, x, y) ? 1 : 0;
      seen.which.push(point);
      seen.places.push(x, y);
      seen.counts.push(counts?.[i] ?? 1);
    },
    order,
    (call, i) => {
      seen.counts[call] = (seen.counts[call] ?? 0) + (counts?.[i] ?? 1);
    },
  );
  if (inView > CROWD) {
    // A canvas of its own: what is drawn already stays below the dots.
    const layer = document.createElement("canvas");
    [layer.width, layer.height] = [screen.width + 2 * beyond, screen.height + 2 * beyond];
    layer.getContext("2d")?.putImageData(dots(context, seen, colorOf, screen, scale, beyond), 0, 0);
    context.drawImage(layer, -beyond, -beyond);
    return true;
  }
  for (const [i, point] of seen.which.entries()) {
    const size = (Math.ceil((SIZES * sizeOf(point)) / look.size) * look.size) / SIZES;
    const color = colorOf(point);
    const key = `${look.symbol} ${size} ${color} ${scale}`;
    const stamp = stamps.get(key) ?? stampOf({ ...look, size, color }, scale);
    stamps.set(key, stamp);
    const half = stamp.width / 2;
    context.drawImage(stamp, (seen.places[2 * i] ?? 0) - half, (seen.places[2 * i + 1] ?? 0) - half);
  }
  return false;
}

/** Points, their places x, y on the screen, and for how many each stands. */
interface Seen {
  readonly which: number[];
  readonly places: number[];
  readonly counts: number[];
}

/** How much of a dot is seen that stands for one point alone, where others stand for more. */
const FAINTEST = 0.4;

/**
 * Symbols of a crowd would cover the image: dots, set directly, which takes a tenth of the time. They are the less transparent the more points
 * lie together.
 */
function dots(
  context: CanvasRenderingContext2D,
  { which, places, counts }: Seen,
  colorOf: (i: number) => string,
  screen: Size,
  scale: number,
  beyond: number,
): ImageData {
  const [width, height] = [screen.width + 2 * beyond, screen.height + 2 * beyond];
  const picture = context.createImageData(width, height);
  const pixels = new Uint32Array(picture.data.buffer);
  const most = Math.log(
    counts.reduce(
      (most, count, i) =>
        isWithin(screen, 0, places[2 * i] ?? 0, places[2 * i + 1] ?? 0) ? Math.max(most, count) : most,
      1,
    ),
  );
  const side = Math.max(2, Math.round(2 * scale));
  const colors = new Map<string, Color>();
  const bytes = new Uint8Array(4);
  const whole = new Uint32Array(bytes.buffer);
  for (const [i, point] of which.entries()) {
    const share = most > 0 ? Math.min(Math.log(counts[i] ?? 1) / most, 1) : 1;
    const name = colorOf(point);
    const color = colors.get(name) ?? fromHex(name);
    colors.set(name, color);
    bytes.set(color);
    bytes[3] = Math.round(255 * (FAINTEST + (1 - FAINTEST) * share));
    const [left, top] = [
      Math.round(places[2 * i] ?? 0) - (side >> 1) + beyond,
      Math.round(places[2 * i + 1] ?? 0) - (side >> 1) + beyond,
    ];
    for (let y = Math.max(top, 0); y < Math.min(top + side, height); y += 1) {
      pixels.fill(
        whole[0] ?? 0,
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
