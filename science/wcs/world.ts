/** World coordinates in words: names of systems and axes, values with their units. */
import type { WcsAxis } from "asdf-wasm";
import { rounded } from "../format/format.ts";
import type { SkyFrame, WcsFacts } from "./facts.ts";
import { type AngleForm, angle } from "./sky.ts";
import { isOffset, isSigned } from "./systems.ts";

/** Degrees as one number, or in parts of sixty. */
export type Notation = "sexagesimal" | "decimal";

/** Names of reference systems, as WCS and the page call them. */
const SYSTEMS: Readonly<Record<string, string>> = {
  icrs: "ICRS",
  fk5: "FK5 J2000",
  fk4: "FK4 B1950",
  galactic: "Galactic",
  ecliptic: "Ecliptic J2000",
};

/** Longitude and latitude in the systems that have names for them. */
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  icrs: ["RA", "Dec"],
  fk5: ["RA", "Dec"],
  fk4: ["RA", "Dec"],
  fk4noeterms: ["RA", "Dec"],
  galactic: ["l", "b"],
  ecliptic: ["λ", "β"],
  helioprojective: ["Tx", "Ty"],
};

/** Systems whose longitudes are written in hours. */
const EQUATORIAL = /^(icrs|fk4|fk5|gcrs|cirs)/;
/** Letters of a name on a control. */
const LABEL = 24;
const STOKES: readonly string[] = ["I", "Q", "U", "V"];

/** One coordinate as it is read out. */
export interface WorldText {
  readonly name: string;
  readonly text: string;
  readonly unit: string;
}

/** The system of the positions of a frame: `own` is the system of the WCS. */
export function systemOf({ frames }: WcsFacts, frame: SkyFrame): string {
  const own = frames.at(-1)?.reference ?? "";
  return frame === "own" ? own.replace("barycentricmeanecliptic", "ecliptic") : frame;
}

/** The chosen system, or the WCS's own where it cannot be converted. */
export function frameIn(facts: WcsFacts | undefined, wanted: SkyFrame): SkyFrame {
  return facts?.sky?.frames.includes(wanted) ? wanted : "own";
}

export function systemLabel(system: string): string {
  const [base = "", ...equinox] = system.split(" ");
  const plain = base.length === 4 || /^fk\d$/.test(base) ? base.toUpperCase() : words(base);
  const name = base === "fk4noeterms" ? "FK4 without aberration" : plain;
  return SYSTEMS[system] ?? (base === "" ? "World" : [name, ...equinox].join(" "));
}

/** `heliographic_stonyhurst` in words. */
function words(name: string): string {
  const parts = name.split("_").map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return parts.join(" ");
}

export function isEquatorial(system: string): boolean {
  return EQUATORIAL.test(system);
}

/** Whether positions can be written in parts of sixty. */
export function hasNotation(system: string): boolean {
  return !isOffset(system);
}

/** A position on the sky, in degrees, as text. */
export function positionTexts(
  position: readonly [number, number],
  system: string,
  notation: Notation,
  facts: WcsFacts,
): readonly [WorldText, WorldText] {
  const [longitude = "", latitude = ""] = NAMES[system.split(" ")[0] ?? ""] ?? [
    facts.axes[facts.sky?.longitude ?? 0]?.name,
    facts.axes[facts.sky?.latitude ?? 1]?.name,
  ];
  const pixel = facts.orientation?.scale ?? Number.NaN;
  if (isOffset(system)) {
    const offset = (degrees: number): string =>
      Number.isFinite(degrees)
        ? (3600 * (degrees - 360 * Math.round(degrees / 360))).toFixed(digits(pixel))
        : "–";
    return [
      { name: longitude, text: offset(position[0]), unit: "″" },
      { name: latitude, text: offset(position[1]), unit: "″" },
    ];
  }
  const form: AngleForm = notation === "decimal" ? "decimal" : isEquatorial(system) ? "hours" : "degrees";
  const unit = notation === "decimal" ? "°" : "";
  const latitudeForm: AngleForm = notation === "decimal" ? "decimal" : "degrees";
  const signed = isSigned(system);
  const shown = signed ? position[0] - 360 * Math.round(position[0] / 360) : position[0];
  return [
    { name: longitude, text: angle(shown, { form, signed, pixel }), unit },
    { name: latitude, text: angle(position[1], { form: latitudeForm, signed: true, pixel }), unit },
  ];
}

/** An axis of an array, by the name of its coordinate where a WCS knows one: `wavelength (axis 0)`, else `axis 0`. */
export function axisLabel(facts: WcsFacts | undefined, axis: number): string {
  const world = facts?.alongAxes[axis];
  const place = `axis ${axis}`;
  if (!facts || world === undefined) {
    return place;
  }
  const onSky = [facts.sky?.longitude, facts.sky?.latitude].indexOf(world);
  const named = NAMES[systemOf(facts, "own").split(" ")[0] ?? ""]?.[onSky] ?? facts.axes[world]?.name ?? "";
  const short = named.length > LABEL ? `${named.slice(0, LABEL)}…` : named;
  return named === "" || /^world \d{1,9}$/.test(short) ? place : `${short} (${place})`;
}

/** The same at the beginning of a line. */
export function axisTitle(facts: WcsFacts | undefined, axis: number): string {
  const label = axisLabel(facts, axis);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** A coordinate that is not on the sky, such as a wavelength. */
export function worldText({ name, unit, physicalType }: WcsAxis, value: number): WorldText {
  if (!Number.isFinite(value)) {
    return { name, text: "–", unit: "" };
  }
  if (physicalType.endsWith("polarization.stokes") || /^stokes$/i.test(name)) {
    return { name, text: STOKES[value - 1] ?? String(rounded(value, 6)), unit: "" };
  }
  const [factor, shownUnit] = readable(unit, value);
  return { name, text: String(rounded(value / factor, 9)), unit: shownUnit };
}

/** Units of the SI that frequencies, wavelengths, velocities and energies are read in, the largest first. */
const READABLE: Readonly<Record<string, readonly (readonly [size: number, unit: string])[]>> = {
  Hz: [
    [1e12, "THz"],
    [1e9, "GHz"],
    [1e6, "MHz"],
    [1e3, "kHz"],
  ],
  m: [
    [1, "m"],
    [1e-2, "cm"],
    [1e-3, "mm"],
    [1e-6, "µm"],
    [1e-9, "nm"],
  ],
  "m/s": [[1e3, "km/s"]],
  "m s-1": [[1e3, "km/s"]],
};

/** How many of its unit the shown unit has, and that unit: 230558000000 Hz is read as 230.558 GHz. */
function readable(unit: string, value: number): readonly [factor: number, unit: string] {
  return READABLE[unit]?.find(([size]) => Math.abs(value) >= size) ?? [1, unit];
}

function digits(pixel: number): number {
  return pixel > 0 ? Math.min(Math.max(Math.ceil(1 - Math.log10(pixel) - 1e-9), 0), 9) : 2;
}
