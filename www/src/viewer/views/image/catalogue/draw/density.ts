/** How many rows are in parts of the sky: each is filled, the less transparent the more rows are in it for its size. */
import { type Camera, type Size, toScreen } from "../../camera/camera.ts";

/** How many rows are in parts of the sky. */
export interface Density {
  readonly rows: Float64Array;
  /** Four corners x, y of each part in the image. */
  readonly corners: Float64Array;
}

/** How much is seen of the emptiest part, and of the fullest. */
const [FAINTEST, STRONGEST] = [0.08, 0.5];

export function drawDensity(
  context: CanvasRenderingContext2D,
  { rows, corners }: Density,
  color: string,
  camera: Camera,
  screen: Size,
): void {
  const densities = rows.map((count, i) => count / Math.abs(areaOf(corners.subarray(8 * i, 8 * i + 8))));
  const known = densities.filter((density) => Number.isFinite(density) && density > 0);
  const [least, most] = [
    Math.log(known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)),
    Math.log(known.reduce((a, b) => Math.max(a, b), 0)),
  ];
  context.save();
  context.fillStyle = color;
  for (const [i, density] of densities.entries()) {
    if (Number.isFinite(density) && density > 0) {
      const share = most > least ? (Math.log(density) - least) / (most - least) : 0.5;
      context.globalAlpha = FAINTEST + (STRONGEST - FAINTEST) * share;
      context.beginPath();
      for (let at = 8 * i; at < 8 * i + 8; at += 2) {
        const { x, y } = toScreen(camera, screen, { x: corners[at] ?? 0, y: corners[at + 1] ?? 0 });
        context.lineTo(x, y);
      }
      context.fill();
    }
  }
  context.restore();
}

/** Of a quadrangle; NaN if a corner is not in the image. */
function areaOf([ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0, dx = 0, dy = 0]: Float64Array): number {
  return ((cx - ax) * (dy - by) - (dx - bx) * (cy - ay)) / 2;
}
