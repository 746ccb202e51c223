/**
 * The camera: one affine transform from the image to the screen. Image coordinates put pixel (0, 0) at the lower
 * left, its area from 0 to 1 on both axes, so a pixel's index is the floor and its centre lies at a half. Screen
 * coordinates are device pixels with y downwards. Cameras are values: each change returns a new one.
 */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle, of the image or of the screen. */
export interface Rect extends Point, Size {}

/** How the image is rotated and flipped. */
export interface Orientation {
  /** Clockwise, in degrees from 0 up to 360. */
  readonly angle: number;
  /** Whether it is mirrored left to right before the rotation. */
  readonly mirrored: boolean;
}

export interface Camera extends Orientation {
  /** The image point at the middle of the screen. */
  readonly x: number;
  readonly y: number;
  /** Device pixels per image pixel. */
  readonly zoom: number;
}

/** A part of the canvas, in its pixels, in which a camera of its own shows the image. */
export interface Pane {
  readonly frame: Rect;
  readonly camera: Camera;
}

export const UPRIGHT: Orientation = { angle: 0, mirrored: false };
const MAX_ZOOM = 256;
const FIT_MARGIN = 0.96;

/** The whole image, centred. */
export function wholeImage(image: Size, screen: Size, { angle, mirrored }: Orientation = UPRIGHT): Camera {
  const { cos, sin } = direction(angle);
  const [across, along] = [Math.abs(cos), Math.abs(sin)];
  const width = across * image.width + along * image.height;
  const height = along * image.width + across * image.height;
  const zoom = Math.min(FIT_MARGIN * Math.min(screen.width / width, screen.height / height), MAX_ZOOM);
  return { x: image.width / 2, y: image.height / 2, zoom, angle, mirrored };
}

export function middleOf({ width, height }: Size): Point {
  return { x: width / 2, y: height / 2 };
}

/** A step in the image as a step on the screen. */
export function stepOnScreen({ zoom, angle, mirrored }: Camera, { x, y }: Point): Point {
  const { cos, sin } = direction(angle);
  const across = mirrored ? -x : x;
  return { x: zoom * (cos * across + sin * y), y: zoom * (sin * across - cos * y) };
}

/** A step on the screen as a step in the image. */
export function stepInImage({ zoom, angle, mirrored }: Camera, { x, y }: Point): Point {
  const { cos, sin } = direction(angle);
  const across = (cos * x + sin * y) / zoom;
  return { x: mirrored ? -across : across, y: (sin * x - cos * y) / zoom };
}

export function toScreen(camera: Camera, screen: Size, at: Point): Point {
  const step = stepOnScreen(camera, { x: at.x - camera.x, y: at.y - camera.y });
  return { x: screen.width / 2 + step.x, y: screen.height / 2 + step.y };
}

export function toImage(camera: Camera, screen: Size, at: Point): Point {
  const step = stepInImage(camera, { x: at.x - screen.width / 2, y: at.y - screen.height / 2 });
  return { x: camera.x + step.x, y: camera.y + step.y };
}

/** The pixel at a point of an image; undefined outside. */
export function pixelAt(point: Point, { width, height }: Size): Point | undefined {
  const [x, y] = [Math.floor(point.x), Math.floor(point.y)];
  return x >= 0 && y >= 0 && x < width && y < height ? { x, y } : undefined;
}

/** The upright bounding box of a transformed rectangle. */
export function boundsOf({ x, y, width, height }: Rect, place: (corner: Point) => Point): Rect {
  const corners = [x, x + width].flatMap((x) => [y, y + height].map((y) => place({ x, y })));
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** The intersection of two rectangles, if any. */
export function overlap(one: Rect, other: Rect): Rect | undefined {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** Pans by screen pixels; the image's edge never passes the middle. */
export function pan(camera: Camera, image: Size, dx: number, dy: number): Camera {
  const step = stepInImage(camera, { x: dx, y: dy });
  return lookAt(camera, image, { x: camera.x - step.x, y: camera.y - step.y });
}

/** Centres a point of the image. */
export function lookAt(camera: Camera, { width, height }: Size, { x, y }: Point): Camera {
  return { ...camera, x: Math.min(Math.max(x, 0), width), y: Math.min(Math.max(y, 0), height) };
}

/** Zooms about the image point under `at`. */
export function zoomAt(camera: Camera, image: Size, screen: Size, at: Point, factor: number): Camera {
  const zoom = possibleZoom(camera.zoom * factor, image, screen);
  const before = toImage(camera, screen, at);
  const after = toImage({ ...camera, zoom }, screen, at);
  const centre = { x: camera.x + before.x - after.x, y: camera.y + before.y - after.y };
  return lookAt({ ...camera, zoom }, image, centre);
}

/** The nearest zoom at which the image can be shown. */
export function possibleZoom(zoom: number, image: Size, screen: Size): number {
  const least = Math.min(wholeImage(image, screen).zoom / 4, 1);
  return Math.min(Math.max(zoom, least), MAX_ZOOM);
}

/** Rotates clockwise, by degrees. */
export function turned<T extends Orientation>(it: T, degrees: number): T {
  return { ...it, angle: (((it.angle + degrees) % 360) + 360) % 360 };
}

/** Flips the view left to right. */
export function flippedAcross<T extends Orientation>(it: T): T {
  return turned({ ...it, mirrored: !it.mirrored, angle: -it.angle }, 0);
}

/** Flips the view top to bottom. */
export function flippedUpright<T extends Orientation>(it: T): T {
  return turned(flippedAcross(it), 180);
}

/** Cosine and sine, exact for the right angles. */
function direction(angle: number): { readonly cos: number; readonly sin: number } {
  const quarter = angle / 90;
  if (Number.isInteger(quarter)) {
    return { cos: [1, 0, -1, 0][quarter % 4] ?? 1, sin: [0, 1, 0, -1][quarter % 4] ?? 0 };
  }
  const radians = (angle * Math.PI) / 180;
  return { cos: Math.cos(radians), sin: Math.sin(radians) };
}

/** The pixels that are at least partly in view. */
export function visiblePixels(camera: Camera, image: Size, screen: Size): Rect {
  const seen = boundsOf({ x: 0, y: 0, ...screen }, (corner) => toImage(camera, screen, corner));
  const [x, y] = [Math.max(Math.floor(seen.x), 0), Math.max(Math.floor(seen.y), 0)];
  return {
    ...{ x, y },
    width: Math.max(Math.min(Math.ceil(seen.x + seen.width), image.width) - x, 0),
    height: Math.max(Math.min(Math.ceil(seen.y + seen.height), image.height) - y, 0),
  };
}
