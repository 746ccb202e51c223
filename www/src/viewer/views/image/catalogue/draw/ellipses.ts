/** Ellipses of errors around points, which follow the zoom. */
import { type Camera, type Size, stepOnScreen } from "../../camera/camera.ts";
import { eachInView } from "./places.ts";

interface Errors {
  readonly points: Float64Array;
  /** Two conjugate semi-diameters x, y of each ellipse, in pixels of the image. */
  readonly diameters: Float64Array;
  readonly factor: number;
  readonly order: ArrayLike<number> | undefined;
}

/** How far outside of the screen, in its pixels, the middle of an ellipse may be. */
const MARGIN = 200;

export function drawEllipses(
  context: CanvasRenderingContext2D,
  { points, diameters, factor, order }: Errors,
  camera: Camera,
  screen: Size,
  scale: number,
): void {
  context.save();
  const base = context.getTransform();
  context.beginPath();
  const diameter = (row: number, at: number) => {
    const [x = Number.NaN, y = Number.NaN] = diameters.subarray(4 * row + at, 4 * row + at + 2);
    return stepOnScreen(camera, { x: factor * x, y: factor * y });
  };
  eachInView(
    points,
    camera,
    screen,
    MARGIN,
    (row, x, y) => {
      const [one, other] = [diameter(row, 0), diameter(row, 2)];
      if (Number.isFinite(one.x + one.y + other.x + other.y)) {
        context.setTransform(base);
        context.transform(one.x, one.y, other.x, other.y, x, y);
        context.moveTo(1, 0);
        context.arc(0, 0, 1, 0, 2 * Math.PI);
      }
    },
    order,
  );
  // Lines are as wide everywhere.
  context.setTransform(base);
  for (const [style, width] of [
    ["rgb(0 0 0 / 60%)", 3],
    ["#fff", 1.25],
  ] as const) {
    context.strokeStyle = style;
    context.lineWidth = width * scale;
    context.stroke();
  }
  context.restore();
}
