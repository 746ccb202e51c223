/** What the WebAssembly module says of frames and limits, as objects. */
import type { AxisLimits, WcsAxis, WcsFrame } from "../api/wcs.ts";

/** Frames from the module's list of texts: name, kind, reference and number of axes; then name, unit and type of each axis. */
export function framesOf(texts: readonly string[]): WcsFrame[] {
  const frames: WcsFrame[] = [];
  for (let at = 0; at < texts.length; ) {
    const [name = "", kind = "", reference = "", count = "0"] = texts.slice(at, at + 4);
    at += 4;
    const axes: WcsAxis[] = [];
    for (let axis = 0; axis < Number(count); axis++) {
      const [label = "", unit = "", physicalType = ""] = texts.slice(at, at + 3);
      at += 3;
      axes.push({ name: label, unit, physicalType });
    }
    frames.push({ name, kind, axes, reference });
  }
  return frames;
}

/** Limits from the module's list, the least before the greatest; NaN where there are none. */
export function limitsOf(ends: Float64Array): (AxisLimits | null)[] {
  const limits: (AxisLimits | null)[] = [];
  for (let at = 0; at < ends.length; at += 2) {
    const [least = Number.NaN, greatest = Number.NaN] = ends.subarray(at, at + 2);
    limits.push(Number.isNaN(least) ? null : [least, greatest]);
  }
  return limits;
}
