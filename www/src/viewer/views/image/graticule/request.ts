/**
 * What is asked of the worker for a view. Requests are for a view near the one on the screen, in coarse steps, and for
 * something around it: while the camera moves a little, the lines of one answer are enough.
 */

import type { Graduation, GraticuleRequest } from "@asdf-wasm/science/graticule/request";
import type { SkyFrame } from "@asdf-wasm/science/wcs/facts";
import { isOffset, isSigned } from "@asdf-wasm/science/wcs/systems";
import {
  boundsOf,
  type Camera,
  overlap,
  type Point,
  type Rect,
  type Size,
  toImage,
} from "../camera/camera.ts";

/** Steps of the camera: parts of a doubling of the zoom, and of the diagonal of the screen. */
const ZOOMS = 4;
const PLACES = 8;
/** What is added to the view on each side, as a part of its size. */
const AROUND = 0.25;
/** The size of cells, in CSS pixels, and the least number of them across and along an image. */
const CELL = 24;
const ACROSS = 12;
const ALONG = 64;
/** CSS pixels for each line, and how many lines there are. */
const SPACING = 100;
const [FEWEST, MOST] = [4, 8];

/** A camera on coarse steps, so that small moves need no new lines. */
export function steady(camera: Camera, screen: Size): Camera {
  const zoom = 2 ** (Math.round(ZOOMS * Math.log2(camera.zoom)) / ZOOMS);
  const grain = Math.hypot(screen.width, screen.height) / zoom / PLACES;
  const onGrain = (at: number): number => grain * Math.round(at / grain);
  return { ...camera, zoom, x: onGrain(camera.x), y: onGrain(camera.y) };
}

/** `scale` is the number of device pixels per CSS pixel. */
export function requestFor(
  camera: Camera,
  screen: Size,
  image: Size,
  scale: number,
  lines: boolean,
): GraticuleRequest {
  const whole: Rect = { x: 0, y: 0, ...image };
  const { width, height } = screen;
  const place = (corner: Point): Point => toImage(camera, screen, corner);
  const margins = { x: -AROUND * width, y: -AROUND * height };
  const around = { ...margins, width: (1 + 2 * AROUND) * width, height: (1 + 2 * AROUND) * height };
  const area = overlap(whole, boundsOf(around, place)) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [shorter, longer] = [Math.min(area.width, area.height), Math.max(area.width, area.height)];
  const side = Math.sqrt(width * height) / scale;
  const most = Math.min(Math.max(Math.round(side / SPACING), FEWEST), MOST);
  return {
    view: [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ].map(place),
    centre: { x: within(camera.x, image.width), y: within(camera.y, image.height) },
    area,
    cell: Math.min((CELL * scale) / camera.zoom, Math.max(shorter / ACROSS, longer / ALONG)),
    most: lines ? most : 0,
  };
}

function within(at: number, length: number): number {
  return Math.min(Math.max(at, 0), length);
}

/** How positions are written: hours only for right ascensions. */
export function graduationFor(frame: SkyFrame, reference: string, isDecimal: boolean): Graduation {
  const isEquatorial =
    frame === "icrs" || frame === "fk5" || (frame === "own" && /icrs|fk[45]|gcrs|cirs/i.test(reference));
  const signed = isSigned(reference);
  if (frame === "own" && isOffset(reference)) {
    return { longitude: "arcseconds", latitude: "arcseconds", signed };
  }
  return isDecimal
    ? { longitude: "decimal", latitude: "decimal", signed }
    : { longitude: isEquatorial ? "hours" : "degrees", latitude: "degrees", signed };
}
