/** What the axes of a FITS header are: their types, units and reference systems, as frames of a gwcs. */
import type { TreeMap } from "../../api/tree.ts";
import type { Header } from "./header.ts";
import { gwcs } from "./nodes.ts";
import { type CelestialAxes, degreesOf } from "./projection.ts";

const CELESTIAL = /^(RA|DEC|[A-Z](?:LON|LAT)|[A-Z]{2}(?:LN|LT))(?:-+([A-Z]{3})(?:-SIP)?)?$/;

/** The types of other axes: the kind of their frame, and what they measure. */
const TYPES: Readonly<Record<string, readonly [kind: string, physicalType: string]>> = {
  WAVE: ["spectral_frame", "em.wl"],
  AWAV: ["spectral_frame", "em.wl"],
  FREQ: ["spectral_frame", "em.freq"],
  ENER: ["spectral_frame", "em.energy"],
  WAVN: ["spectral_frame", "em.wavenumber"],
  VELO: ["spectral_frame", "spect.dopplerVeloc"],
  VRAD: ["spectral_frame", "spect.dopplerVeloc.radio"],
  VOPT: ["spectral_frame", "spect.dopplerVeloc.opt"],
  ZOPT: ["spectral_frame", "src.redshift"],
  BETA: ["spectral_frame", "spect.dopplerVeloc"],
  STOKES: ["stokes_frame", "phys.polarization.stokes"],
  TIME: ["temporal_frame", "time"],
  UTC: ["temporal_frame", "time"],
  TAI: ["temporal_frame", "time"],
  TDB: ["temporal_frame", "time"],
};

/** Spectral units in those of the SI, to which wcslib converts. */
const UNITS: Readonly<Record<string, readonly [factor: number, unit: string]>> = {
  kHz: [1e3, "Hz"],
  MHz: [1e6, "Hz"],
  GHz: [1e9, "Hz"],
  THz: [1e12, "Hz"],
  cm: [1e-2, "m"],
  mm: [1e-3, "m"],
  um: [1e-6, "m"],
  nm: [1e-9, "m"],
  pm: [1e-12, "m"],
  Angstrom: [1e-10, "m"],
  angstrom: [1e-10, "m"],
  km: [1e3, "m"],
  "km/s": [1e3, "m/s"],
  "km s-1": [1e3, "m/s"],
  "m s-1": [1, "m/s"],
};

/** The name of what an axis measures, such as `RA` or `WAVE`. */
function nameOf(header: Header, axis: number): string {
  const [name = ""] = header.text(`CTYPE${axis + 1}`).split("-");
  return name;
}

/** The celestial axes; undefined if there is not one of each. */
export function celestialAxes(header: Header): CelestialAxes | undefined {
  let [longitude, latitude] = [-1, -1];
  let code: string | undefined;
  for (let axis = 0; axis < header.axes; axis++) {
    const type = header.text(`CTYPE${axis + 1}`);
    const [, name = "", projection] = CELESTIAL.exec(type) ?? [];
    const isLatitude = /^(?:DEC|.LAT|..LT)$/.test(name);
    if (name !== "" && (isLatitude ? latitude : longitude) < 0) {
      [longitude, latitude] = isLatitude ? [longitude, axis] : [axis, latitude];
      code = projection;
    } else if (/^[A-Z]{1,4}-+[A-Z0-9]{3}/.test(type)) {
      throw header.unsupported(`CTYPE${axis + 1} '${type}'`);
    }
  }
  return longitude >= 0 && latitude >= 0 ? { longitude, latitude, code } : undefined;
}

/** The factor by which the numbers of an axis are multiplied, and their unit then. */
export function unitOf(header: Header, axis: number, celestial: CelestialAxes | undefined): [number, string] {
  if (axis === celestial?.longitude || axis === celestial?.latitude) {
    return [degreesOf(header, axis), "deg"];
  }
  const unit = header.text(`CUNIT${axis + 1}`);
  const [kind] = TYPES[nameOf(header, axis)] ?? [];
  const known = kind === "spectral_frame" && Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  return known ? [...known] : [1, unit];
}

/** The frame of the world. */
export function worldFrame(header: Header, celestial: CelestialAxes | undefined): TreeMap {
  const frames: TreeMap[] = [];
  for (let axis = 0; axis < header.axes; axis++) {
    const [, unit] = unitOf(header, axis, celestial);
    const name = nameOf(header, axis);
    const [kind, type] = TYPES[name] ?? ["frame", ""];
    if (celestial && axis === Math.min(celestial.longitude, celestial.latitude)) {
      frames.push(celestialFrame(header, celestial));
    } else if (axis !== celestial?.longitude && axis !== celestial?.latitude) {
      const axes = { axes_names: [name.toLowerCase()], axes_order: [axis], unit: [unit] };
      frames.push(gwcs(kind, { name: name.toLowerCase(), ...axes, axis_physical_types: [type] }));
    }
  }
  const [only, ...others] = frames;
  return only && others.length === 0 ? only : gwcs("composite_frame", { name: "world", frames });
}

function celestialFrame(header: Header, { longitude, latitude }: CelestialAxes): TreeMap {
  const reference = referenceOf(header, longitude);
  const names = namesOf(reference);
  const axes = [
    { axis: longitude, name: "lon", type: names[0] },
    { axis: latitude, name: "lat", type: names[1] },
  ].sort((a, b) => a.axis - b.axis);
  return gwcs("celestial_frame", {
    name: "world",
    axes_names: axes.map(({ name }) => name),
    axes_order: axes.map(({ axis }) => axis),
    unit: ["deg", "deg"],
    axis_physical_types: axes.map(({ type }) => type),
    reference_frame: reference,
  });
}

function namesOf(reference: string): readonly [string, string] {
  if (/^(?:icrs|fk[45])/.test(reference)) {
    return ["pos.eq.ra", "pos.eq.dec"];
  }
  const system = {
    galactic: "galactic",
    barycentricmeanecliptic: "ecliptic",
    helioprojective: "helioprojective",
  };
  const name = Object.entries(system).find(([known]) => known === reference)?.[1];
  return name === undefined
    ? ["custom:pos.lon", "custom:pos.lat"]
    : [`custom:pos.${name}.lon`, `custom:pos.${name}.lat`];
}

/** The reference system of the celestial axes: by the name of the longitude, and by RADESYS and EQUINOX. */
function referenceOf(header: Header, longitude: number): string {
  const name = nameOf(header, longitude);
  const others: Readonly<Record<string, string>> = {
    GLON: "galactic",
    ELON: "barycentricmeanecliptic",
    HPLN: "helioprojective",
  };
  if (name !== "RA") {
    return others[name] ?? "";
  }
  const hasEquinox = header.has("EQUINOX") || header.has("EPOCH");
  const equinox = header.number("EQUINOX", header.number("EPOCH", 2000));
  const old = equinox < 1984 ? "FK4" : "FK5";
  const system = header.text("RADESYS") || header.text("RADECSYS") || (hasEquinox ? old : "ICRS");
  const standard = system.startsWith("FK4") ? 1950 : 2000;
  const isStandard = system === "ICRS" || !hasEquinox || equinox === standard;
  return `${system.toLowerCase()}${isStandard ? "" : ` (equinox ${equinox})`}`;
}
