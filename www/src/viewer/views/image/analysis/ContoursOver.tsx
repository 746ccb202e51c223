/** The contours over the image, and the values of their levels. They follow the camera at once; new lines come later. */

import { rounded } from "@asdf-wasm/science/format/format";
import { useCallback, useMemo } from "preact/hooks";
import type { Contour } from "../../../protocol/over/contours.ts";
import type { ViewHost } from "../../../state/view.ts";
import { type Camera, type Size, stepOnScreen, toScreen } from "../camera/camera.ts";
import type { LiveView } from "../camera/holes.ts";
import { PaintedCanvas } from "../PaintedCanvas.tsx";
import type { Painter } from "../picture/pictureModel.ts";
import { ContourModel } from "./contourModel.ts";
import type { ContourSettings } from "./levels.ts";

/** A line shorter than this on the screen, in CSS pixels, has no label; and the least distance between labels. */
const LABELLED = 120;
const APART = 70;

export function ContoursOver({ host, live }: { host: ViewHost; live: LiveView }) {
  const model = host.model(ContourModel);
  const drawn = model.drawn.value;
  const settings = model.settings.value;
  const paths = useMemo(
    () => drawn?.contours.map((contour) => ({ ...contour, path: pathOf(contour) })) ?? [],
    [drawn],
  );

  const paint = useCallback<Painter>(
    (context, camera, screen, scale) => draw(context, paths, settings, camera, screen, scale),
    [paths, settings],
  );
  return <PaintedCanvas {...{ host, live, paint }} layer="Contours" label={summary(drawn?.contours ?? [])} />;
}

function summary(contours: readonly Contour[]): string {
  const drawn = contours.filter(({ starts }) => starts.length > 0);
  return `Contours at ${drawn.length} levels`;
}

interface Path extends Contour {
  readonly path: Path2D;
}

function pathOf({ points, starts }: Contour): Path2D {
  const path = new Path2D();
  for (const [i, start] of starts.entries()) {
    const stop = starts[i + 1] ?? points.length / 2;
    path.moveTo(points[2 * start] ?? 0, points[2 * start + 1] ?? 0);
    for (let at = start + 1; at < stop; at += 1) {
      path.lineTo(points[2 * at] ?? 0, points[2 * at + 1] ?? 0);
    }
  }
  return path;
}

function draw(
  context: CanvasRenderingContext2D,
  paths: readonly Path[],
  { color, width, labels }: ContourSettings,
  camera: Camera,
  screen: Size,
  scale: number,
): void {
  const origin = toScreen(camera, screen, { x: 0, y: 0 });
  const across = stepOnScreen(camera, { x: 1, y: 0 });
  const up = stepOnScreen(camera, { x: 0, y: 1 });
  context.strokeStyle = color;
  context.lineWidth = (width * scale) / camera.zoom;
  context.lineJoin = "round";
  context.save();
  context.transform(across.x, across.y, up.x, up.y, origin.x, origin.y);
  for (const { path } of paths) {
    context.stroke(path);
  }
  context.restore();
  if (labels) {
    label(context, paths, color, camera, screen, scale);
  }
}

/** Writes the level at a point in view of long lines, apart from each other. */
function label(
  context: CanvasRenderingContext2D,
  paths: readonly Path[],
  color: string,
  camera: Camera,
  screen: Size,
  scale: number,
): void {
  const levels = paths.map(({ level }) => level);
  // As many digits as tell levels apart.
  const digits = [3, 4, 5, 6].find((digits) => isApart(levels, digits)) ?? 9;
  const taken: { readonly x: number; readonly y: number }[] = [];
  context.font = `${11 * scale}px sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  for (const { level, points, starts } of paths) {
    const text = String(rounded(level, digits));
    for (const [i, start] of starts.entries()) {
      const stop = starts[i + 1] ?? points.length / 2;
      const at = placeFor(points, start, stop, taken, camera, screen, scale);
      if (at) {
        taken.push(at);
        context.strokeStyle = "rgb(0 0 0 / 75%)";
        context.lineWidth = 3 * scale;
        context.strokeText(text, at.x, at.y);
        context.fillStyle = color;
        context.fillText(text, at.x, at.y);
      }
    }
  }
}

function isApart(levels: readonly number[], digits: number): boolean {
  return new Set(levels.map((level) => rounded(level, digits))).size === new Set(levels).size;
}

function placeFor(
  points: Float32Array,
  start: number,
  stop: number,
  taken: readonly { readonly x: number; readonly y: number }[],
  camera: Camera,
  screen: Size,
  scale: number,
) {
  const length = lengthOf(points, start, stop) * camera.zoom;
  if (length < LABELLED * scale) {
    return undefined;
  }
  const margin = 20 * scale;
  const tries = 8;
  for (let i = 0; i < tries; i += 1) {
    const index = start + Math.floor(((stop - start) * (i + 0.5)) / tries);
    const at = toScreen(camera, screen, { x: points[2 * index] ?? 0, y: points[2 * index + 1] ?? 0 });
    const isInside =
      at.x > margin && at.y > margin && at.x < screen.width - margin && at.y < screen.height - margin;
    if (isInside && taken.every(({ x, y }) => Math.hypot(x - at.x, y - at.y) > APART * scale)) {
      return at;
    }
  }
  return undefined;
}

function lengthOf(points: Float32Array, start: number, stop: number): number {
  let length = 0;
  for (let i = start + 1; i < stop; i += 1) {
    length += Math.hypot(
      (points[2 * i] ?? 0) - (points[2 * i - 2] ?? 0),
      (points[2 * i + 1] ?? 0) - (points[2 * i - 1] ?? 0),
    );
  }
  return length;
}
