/** The compass and the scale bar, in the lower left corner. All lengths are in CSS pixels. */
import type { LocalScale } from "@asdf-wasm/science/graticule/request";
import type { Camera, Point, Rect, Size } from "../camera/camera.ts";
import { type Directions, directions, onScreen, scaleAcross } from "./directions.ts";
import { type ScaleBar, scaleBar } from "./scaleBar.ts";

/** Of the arrows to north and east; from their heads to the letters. */
const LENGTHS = { north: 30, east: 20 } as const;
const LETTER = 10;
/** From the edges, of the compass from its middle, and of the scale bar with its label. */
const MARGIN = 14;
const RADIUS = LENGTHS.north + LETTER + 6;
const BAR = 24;
/** The longest scale bar, and the longest part of the width. */
const LONGEST = 130;
const PART = 1 / 3;
/** In less room there is no compass. */
const LEAST = 200;

export interface Arrow {
  readonly name: "N" | "E";
  readonly from: Point;
  readonly to: Point;
  /** The middle of its letter. */
  readonly letter: Point;
}

export interface Marks {
  readonly arrows: readonly Arrow[];
  /** The directions on the screen. */
  readonly directions: Directions | undefined;
  readonly bar: (ScaleBar & { readonly at: Point }) | undefined;
  readonly rooms: readonly Rect[];
}

/** `scale` is the number of device pixels per CSS pixel. */
export function marksOf(local: LocalScale, camera: Camera, screen: Size, scale: number): Marks {
  const found = directions(local);
  const seen = found && onScreen(found, camera);
  const bar = scaleBar(scaleAcross(local, camera) * scale, Math.min(LONGEST, PART * screen.width));
  const bottom = screen.height - MARGIN;
  const centre = { x: MARGIN + RADIUS, y: bottom - BAR - RADIUS };
  const hasCompass = seen !== undefined && Math.min(screen.width, screen.height) >= LEAST;
  const rooms: Rect[] = [];
  if (bar) {
    rooms.push({ x: 0, y: bottom - BAR, width: bar.length + 2 * MARGIN, height: BAR + MARGIN });
  }
  if (hasCompass) {
    rooms.push({ x: 0, y: centre.y - RADIUS, width: 2 * RADIUS + MARGIN, height: 2 * RADIUS });
  }
  return {
    arrows: hasCompass
      ? [arrow("N", centre, seen.north, LENGTHS.north), arrow("E", centre, seen.east, LENGTHS.east)]
      : [],
    directions: seen,
    bar: bar && { ...bar, at: { x: MARGIN, y: bottom } },
    rooms,
  };
}

function arrow(name: Arrow["name"], from: Point, direction: Point, length: number): Arrow {
  const along = (distance: number): Point => {
    return { x: from.x + distance * direction.x, y: from.y + distance * direction.y };
  };
  return { name, from, to: along(length), letter: along(length + LETTER) };
}
