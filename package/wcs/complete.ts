/** What frames of a tree (`gwcs/celestial_frame`, `gwcs/stokes_frame`) say beyond names, units and types: equinoxes, dates of observation, and Stokes parameters. */
import { isTreeMap, type TreeMap, type TreeValue } from "../api/tree.ts";
import { Tagged, tagOf } from "../api/values.ts";
import type { WcsAxis, WcsFrame } from "../api/wcs.ts";

/** The equinoxes that reference systems have unless a file names another. */
const STANDARD: Readonly<Record<string, number>> = {
  fk4: 1950,
  fk4noeterms: 1950,
  fk5: 2000,
  barycentricmeanecliptic: 2000,
};
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

/**
 * What is added to the name of a reference system: `" (equinox 1975)"`, or nothing for its standard equinox. Positions of FK4 also
 * depend on when they were observed, if that is not the equinox: `" (equinox 1950, obstime 1980)"`.
 */
function equinoxOf(node: TreeValue, reference: string): string {
  const attributes = isTreeMap(node) ? node["frame_attributes"] : undefined;
  const yearOf = (name: string) => {
    const time = [attributes, node]
      .map((map) => isTreeMap(map ?? null) && (map as TreeMap)[name])
      .find(Boolean);
    return yearIn(time || null, reference.startsWith("fk4") ? "B" : "J");
  };
  const standard = STANDARD[reference];
  const equinox = yearOf("equinox") || (standard === undefined ? "" : String(standard));
  const observed = reference.startsWith("fk4") ? yearOf("obstime") || equinox : equinox;
  if (observed !== equinox) {
    return ` (equinox ${equinox}, obstime ${observed})`;
  }
  return equinox === "" || equinox === String(standard) ? "" : ` (equinox ${equinox})`;
}

/** A time of a tree as a year, in the kind that the system has, or with the letter of the other kind; as text if it is not a time. */
function yearIn(time: TreeValue, kind: "B" | "J"): string {
  const map = isTreeMap(time) ? time : undefined;
  const value = map ? (map["value"] ?? "") : time;
  const plain = value instanceof Tagged ? value.value : value;
  const text = typeof plain === "string" || typeof plain === "number" ? String(plain) : "";
  const [, letter, year] = /^([BJ]?)(\d{4}(?:\.\d+)?)$/.exec(text) ?? [];
  const format = String(map?.["format"] ?? "");
  const isYear = year !== undefined && !/^(?:jd|mjd|decimalyear|unix|cxcsec|gps)/.test(format);
  if (isYear) {
    const own = letter || (/^byear/.test(format) ? "B" : /^jyear/.test(format) ? "J" : kind);
    return `${own === kind ? "" : own}${Number(year)}`;
  }
  const date = julianDateOf(text, format);
  const julian = Number((2000 + (date - 2451545) / 365.25).toFixed(9));
  return Number.isNaN(date) ? text : `${kind === "J" ? "" : "J"}${julian}`;
}

/** A date of the calendar, or one of Julius, modified or not. */
function julianDateOf(text: string, format: string): number {
  if (format === "jd" || format === "mjd") {
    return Number(text || Number.NaN) + (format === "mjd" ? 2400000.5 : 0);
  }
  const isCalendar = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d+)?)?$/.test(text);
  return isCalendar
    ? Date.parse(`${text.replace(" ", "T")}${text.length > 10 ? "Z" : ""}`) / 86_400_000 + 2440587.5
    : Number.NaN;
}
