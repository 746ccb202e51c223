/** What frames of a tree (`gwcs/celestial_frame`, `gwcs/stokes_frame`) say beyond names, units and types: equinoxes, and Stokes parameters. */
import { isTreeMap, type TreeMap, type TreeValue } from "../api/tree.ts";
import { Tagged, tagOf } from "../api/values.ts";
import type { WcsAxis, WcsFrame } from "../api/wcs.ts";

/** The equinoxes that reference systems have unless a file names another. */
const STANDARD: Readonly<Record<string, number>> = { fk4: 1950, fk5: 2000, barycentricmeanecliptic: 2000 };
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

/** What is added to the name of a reference system: `" (equinox 1975)"`, or nothing for its standard equinox. */
function equinoxOf(node: TreeValue, reference: string): string {
  const attributes = isTreeMap(node) ? node["frame_attributes"] : undefined;
  const time = [attributes, node]
    .map((map) => isTreeMap(map ?? null) && (map as TreeMap)["equinox"])
    .find(Boolean);
  const text = textOf(time || null);
  const year = Number(
    /^[BJ]?(\d{4}(?:\.\d+)?)$/.exec(text)?.[1] ?? (/^2000-01-01[T ]12:00/.test(text) ? 2000 : Number.NaN),
  );
  return text === "" || year === STANDARD[reference] ? "" : ` (equinox ${Number.isNaN(year) ? text : year})`;
}

/** A time as the tree has it: as a text, or in a map with its format and scale. */
function textOf(time: TreeValue): string {
  const value = isTreeMap(time) ? (time["value"] ?? "") : time;
  const plain = value instanceof Tagged ? value.value : value;
  return typeof plain === "string" || typeof plain === "number" ? String(plain) : "";
}
