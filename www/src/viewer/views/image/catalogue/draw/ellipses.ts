/** Ellipses of errors around points, which follow the zoom. */
import { type Camera, type Size, stepOnScreen } from "../../camera/camera.ts";
import { eachInView, isWithin } from "./places.ts";

interface Errors {
  readonly points: Float64Array;
  /** Two conjugate semi-diameters x, y of each ellipse, in pixels of the image. */
  readonly diameters: Float64Array;
  readonly factor: number;
  readonly order: ArrayLike<number> | undefined;
}

/** Of more ellipses in view, some are drawn. */
export const MOST = 1000;
const LINES = [
  ["rgb(0 0 0 / 60%)", 3],
  ["#fff", 1.25],
] as const;
/** How far outside of the screen, in its pixels, the middle of an ellipse may be. */
const MARGIN = 200;

export function drawEllipses(
  context: CanvasRenderingContext2D,
  { points, diameters, factor, order }: Errors,
  camera: Camera,
  screen: Size,
  scale: number,
  beyond = 0,
): void {
  const base = context.getTransform();
  const diameter = (row: number, at: number) => {
    const [x, y] = [diameters[4 * row + at] ?? Number.NaN, diameters[4 * row + at + 1] ?? Number.NaN];
    return stepOnScreen(camera, { x: factor * x, y: factor * y });
  };
  const left = { inView: MOST, beyond: MOST };
  const draw = (row: number, x: number, y: number): void => {
    const [one, other] = [diameter(row, 0), diameter(row, 2)];
    const where = isWithin(screen, MARGIN, x, y) ? "inView" : "beyond";
    if (left[where] === 0 || !Number.isFinite(one.x + one.y + other.x + other.y)) {
      return;
    }
    left[where] -= 1;
    // One path for each: of a path of many that overlap, the outline takes long.
    context.beginPath();
    context.transform(one.x, one.y, other.x, other.y, x, y);
    context.arc(0, 0, 1, 0, 2 * Math.PI);
    // Lines are as wide everywhere.
    context.setTransform(base);
    for (const [style, width] of LINES) {
      context.strokeStyle = style;
      context.lineWidth = width * scale;
      context.stroke();
    }
  };
  eachInView(points, camera, screen, MARGIN + beyond, draw, order);
}
