/** What frames of a tree (`gwcs/celestial_frame`, `gwcs/stokes_frame`) say beyond names, units and types: equinoxes, dates of observation, and Stokes parameters. */
import { isTreeMap, type TreeMap, type TreeValue } from "../api/tree.ts";
import { tagOf } from "../api/values.ts";
import type { WcsAxis, WcsFrame } from "../api/wcs.ts";
import { equinoxOf } from "./equinox.ts";

/** The axis of a Stokes frame, for which gwcs writes neither name nor type. */
const STOKES: WcsAxis = { name: "stokes", unit: "", physicalType: "phys.polarization.stokes" };
/** How deep composite frames may nest. */
const DEPTH = 8;

/** Frames completed from the gwcs that they are of. */
export function completed(frames: readonly WcsFrame[], gwcs: TreeValue): WcsFrame[] {
  const steps = isTreeMap(gwcs) && Array.isArray(gwcs["steps"]) ? gwcs["steps"] : [];
  return frames.map((frame, i) => {
    const step = steps[i] ?? null;
    const parts = partsOf(isTreeMap(step) ? (step["frame"] ?? null) : null, DEPTH);
    const axes = [...frame.axes];
    let { reference } = frame;
    for (const part of parts) {
      const tag = tagOf(part) ?? "";
      const [place] = Array.isArray(part["axes_order"]) ? part["axes_order"].map(Number) : [0];
      const axis = axes[place ?? 0];
      if (/\/stokes_frame-/.test(tag) && axis?.name === "" && axis.physicalType === "") {
        axes[place ?? 0] = STOKES;
      }
      if (/\/celestial_frame-/.test(tag)) {
        reference += equinoxOf(part["reference_frame"] ?? null, frame.reference);
      }
    }
    return { ...frame, axes, reference };
  });
}

/** The frames that a frame consists of, or itself. */
function partsOf(frame: TreeValue, depth: number): TreeMap[] {
  if (!isTreeMap(frame)) {
    return [];
  }
  const { frames } = frame;
  return Array.isArray(frames) && depth > 0 ? frames.flatMap((part) => partsOf(part, depth - 1)) : [frame];
}
