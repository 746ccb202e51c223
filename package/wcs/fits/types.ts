/** Types of axes (`CTYPE`): what they measure, and how their coordinates depend on the pixels. */
import type { Header } from "../header/header.ts";

/** What an axis measures: the kind of its frame, its UCD, and the unit that its coordinates are given in. */
export interface Quantity {
  readonly kind: "spectral_frame" | "stokes_frame" | "temporal_frame" | "frame";
  readonly physicalType: string;
  /** Empty for numbers; undefined if they stay in the header's unit. */
  readonly unit?: string;
}

const spectral = (physicalType: string, unit: string): Quantity => ({
  kind: "spectral_frame",
  physicalType,
  unit,
});
const time: Quantity = { kind: "temporal_frame", physicalType: "time" };
const other = (physicalType: string): Quantity => ({ kind: "frame", physicalType });

/** The quantities of the standard, with their UCDs in astropy. */
const QUANTITIES: Readonly<Record<string, Quantity>> = {
  FREQ: spectral("em.freq", "Hz"),
  AFRQ: spectral("", "rad/s"),
  ENER: spectral("em.energy", "J"),
  WAVN: spectral("em.wavenumber", "1/m"),
  VRAD: spectral("spect.dopplerVeloc.radio", "m/s"),
  WAVE: spectral("em.wl", "m"),
  VOPT: spectral("spect.dopplerVeloc.opt", "m/s"),
  ZOPT: spectral("src.redshift", ""),
  AWAV: spectral("em.wl;obs.atmos", "m"),
  VELO: spectral("spect.dopplerVeloc", "m/s"),
  BETA: spectral("custom:spect.doplerVeloc.beta", ""),
  STOKES: { kind: "stokes_frame", physicalType: "phys.polarization.stokes" },
  ...Object.fromEntries(
    ["TIME", "TAI", "TT", "TDT", "ET", "IAT", "UT1", "UTC", "GMT", "GPS", "TCG", "TCB", "TDB", "LOCAL"].map(
      (name) => [name, time],
    ),
  ),
  HPRZ: other("custom:pos.helioprojective.z"),
  SOLX: other("custom:pos.heliocentric.x"),
  SOLY: other("custom:pos.heliocentric.y"),
  SOLZ: other("custom:pos.heliocentric.z"),
  DIST: other("pos.distance"),
  DSUN: other("custom:pos.distance.sunToObserver"),
};

/** The type of an axis: its name, such as `WAVE`, the algorithm, such as `LOG`, if it is not linear, and what it measures. */
export interface AxisType {
  readonly name: string;
  readonly algorithm: string;
  readonly quantity: Quantity;
}

/** The type of an axis that is not celestial. */
export function typeOf(header: Header, axis: number): AxisType {
  const type = ofAips(header, header.text(`CTYPE${axis + 1}`));
  const [, padded, algorithm = ""] = /^(.{4})-(.{3})$/.exec(type) ?? [];
  const name = /^.*[^-]/s.exec(padded ?? type)?.[0] ?? "";
  // A name such as EV-ENERGY has no algorithm.
  const [first = ""] = name.split("-");
  const quantity = QUANTITIES[name] ?? QUANTITIES[first] ?? other("");
  return { name: name in QUANTITIES ? name : first, algorithm, quantity };
}

/** Types of AIPS (`VELO-LSR`, `FELO-HEL`) as types of the standard; `VELREF` says what kind the velocities are. */
function ofAips(header: Header, type: string): string {
  const [, name = "", frame = ""] = /^(FREQ|VELO|FELO)(-LSR|-HEL|-OBS)?$/.exec(type) ?? [];
  const reference = name === "VELO" ? header.lenient("VELREF", 0) : 0;
  const isOfAips = frame !== "" || (reference % 256 > 0 && reference % 256 <= 7);
  switch (name) {
    case "FREQ":
      return name;
    case "FELO":
      return "VOPT-F2W";
    case "VELO":
      return isOfAips ? (reference >= 256 ? "VRAD" : "VOPT") : name;
    default:
      return type;
  }
}
