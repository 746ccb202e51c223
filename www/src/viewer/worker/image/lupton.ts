/**
 * Three bands as one colour picture in which the hue of a pixel does not depend on its brightness: Lupton et al.
 * 2004, PASP 116, 133, with the constants, and so the numbers, of `astropy.visualization.make_lupton_rgb`.
 */
import type { Lupton } from "../../protocol/overlays.ts";

/** The slope is taken between black and this fraction of `stretch`. */
const FRACTION = 0.1;
/** The range of Q: less is linear within float32, more makes no difference. */
const SOFTEST = 2 ** -23;
const HARDEST = 1e10;

/**
 * Paints red, green and blue into every four bytes. Values of 0 are black; values beyond white are dimmed in their hue;
 * if one of the three is NaN, the pixel is black.
 */
export function paintLupton(
  [reds = [], greens = [], blues = []]: readonly ArrayLike<number>[],
  { stretch, q }: Lupton,
  bytes: Uint8Array,
): void {
  const softness = q < SOFTEST ? FRACTION : Math.min(q, HARDEST);
  const slope = FRACTION / Math.asinh(FRACTION * softness);
  for (let i = 0; i < reds.length; i += 1) {
    const [red, green, blue] = [reds[i] ?? 0, greens[i] ?? 0, blues[i] ?? 0];
    const intensity = (red + green + blue) / 3;
    const factor = intensity > 0 ? (Math.asinh(intensity * (softness / stretch)) * slope) / intensity : 0;
    const brightest = Math.max(red * factor, green * factor, blue * factor, 1);
    bytes[4 * i] = (Math.max(red * factor, 0) / brightest) * 255;
    bytes[4 * i + 1] = (Math.max(green * factor, 0) / brightest) * 255;
    bytes[4 * i + 2] = (Math.max(blue * factor, 0) / brightest) * 255;
  }
}
