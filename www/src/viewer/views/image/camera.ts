/**
 * Where the viewer looks. Image coordinates put pixel (0, 0) at the lower left,
 * its area from 0 to 1 on both axes, so a pixel's index is the floor and its
 * centre lies at a half. Screen coordinates are device pixels with y downwards.
 * Cameras are values: each change gives a new one.
 */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Camera {
  /** The image point at the middle of the screen. */
  readonly x: number;
  readonly y: number;
  /** Device pixels an image pixel. */
  readonly zoom: number;
}

const MAX_ZOOM = 256;
const FIT_MARGIN = 0.96;

/** The whole image, centred. */
export function wholeImage(image: Size, screen: Size): Camera {
  const zoom = FIT_MARGIN * Math.min(screen.width / image.width, screen.height / image.height);
  return { x: image.width / 2, y: image.height / 2, zoom: Math.min(zoom, MAX_ZOOM) };
}

export function toImage(camera: Camera, screen: Size, at: Point): Point {
  return {
    x: camera.x + (at.x - screen.width / 2) / camera.zoom,
    y: camera.y - (at.y - screen.height / 2) / camera.zoom,
  };
}

/** Moves what is seen by screen pixels; the image's edge never passes the middle. */
export function pan(camera: Camera, image: Size, dx: number, dy: number): Camera {
  return within({ ...camera, x: camera.x - dx / camera.zoom, y: camera.y + dy / camera.zoom }, image);
}

/** Zooms so that the image point under `at` stays there. */
export function zoomAt(camera: Camera, image: Size, screen: Size, at: Point, factor: number): Camera {
  const least = Math.min(wholeImage(image, screen).zoom / 4, 1);
  const zoom = Math.min(Math.max(camera.zoom * factor, least), MAX_ZOOM);
  const before = toImage(camera, screen, at);
  const after = toImage({ ...camera, zoom }, screen, at);
  return within({ zoom, x: camera.x + before.x - after.x, y: camera.y + before.y - after.y }, image);
}

function within(camera: Camera, { width, height }: Size): Camera {
  return {
    ...camera,
    x: Math.min(Math.max(camera.x, 0), width),
    y: Math.min(Math.max(camera.y, 0), height),
  };
}
