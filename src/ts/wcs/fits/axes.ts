/** What the axes of a FITS header are: their types, units and reference systems, as frames of a gwcs. */
import type { TreeMap } from "../../api/tree.ts";
import type { Header } from "./header.ts";
import { gwcs } from "./nodes.ts";
import { type CelestialAxes, degreesOf } from "./pole.ts";
import { typeOf } from "./types.ts";
import { factorTo, spelledUnit } from "./units.ts";

const CELESTIAL = /^(RA|DEC|[A-Z](?:LON|LAT)|[A-Z]{2}(?:LN|LT))(?:-+([A-Z]{3})(?:-SIP)?)?$/;

/** Celestial systems by the names of their longitudes: that of gwcs, and the UCD that astropy gives directions. */
const SYSTEMS: Readonly<Record<string, readonly [reference: string, physicalType: string]>> = {
  GLON: ["galactic", "pos.galactic"],
  ELON: ["barycentricmeanecliptic", "pos.ecliptic"],
  TLON: ["", "pos.bodyrc"],
  HPLN: ["helioprojective", "custom:pos.helioprojective"],
  HGLN: ["heliographic_stonyhurst", "custom:pos.heliographic.stonyhurst"],
  CRLN: ["heliographic_carrington", "custom:pos.heliographic.carrington"],
};

/** The celestial axes; undefined if there is not one of each. */
export function celestialAxes(header: Header): CelestialAxes | undefined {
  let [longitude, latitude] = [-1, -1];
  let code: string | undefined;
  for (let axis = 0; axis < header.axes; axis++) {
    const [, name = "", projection] = CELESTIAL.exec(header.text(`CTYPE${axis + 1}`)) ?? [];
    const isLatitude = /^(?:DEC|.LAT|..LT)$/.test(name);
    if (name !== "" && (isLatitude ? latitude : longitude) < 0) {
      [longitude, latitude] = isLatitude ? [longitude, axis] : [axis, latitude];
      code = projection;
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
  const { quantity, algorithm } = typeOf(header, axis);
  if (quantity.kind !== "spectral_frame" || quantity.unit === undefined) {
    return [1, spelledUnit(unit)];
  }
  const factor = unit === "" ? 1 : factorTo(unit, quantity.unit);
  if (factor === undefined && algorithm !== "") {
    throw header.malformed(`CUNIT${axis + 1} '${unit}' is no unit of CTYPE${axis + 1}`);
  }
  return factor === undefined ? [1, unit] : [factor, unit === "" ? unit : quantity.unit];
}

/** The frame of the world; `lost` are the axes that have no values. */
export function worldFrame(
  header: Header,
  celestial: CelestialAxes | undefined,
  lost: ReadonlySet<number>,
): TreeMap {
  const frames: TreeMap[] = [];
  for (let axis = 0; axis < header.axes; axis++) {
    if (celestial && axis === Math.min(celestial.longitude, celestial.latitude)) {
      frames.push(celestialFrame(header, celestial));
    } else if (axis !== celestial?.longitude && axis !== celestial?.latitude) {
      frames.push(plainFrame(header, axis, lost.has(axis)));
    }
  }
  const [only, ...others] = frames;
  return only && others.length === 0 ? only : gwcs("composite_frame", { name: "world", frames });
}

function plainFrame(header: Header, axis: number, isLost: boolean): TreeMap {
  const { name, quantity } = typeOf(header, axis);
  // An axis without values is not one of the sky, whatever its name.
  const label = (isLost ? header.text(`CTYPE${axis + 1}`) : name).toLowerCase();
  return gwcs(isLost ? "frame" : quantity.kind, {
    name: label,
    axes_names: [label],
    axes_order: [axis],
    unit: [isLost ? header.text(`CUNIT${axis + 1}`) : unitOf(header, axis, undefined)[1]],
    axis_physical_types: [isLost ? "" : quantity.physicalType],
  });
}

function celestialFrame(header: Header, { longitude, latitude }: CelestialAxes): TreeMap {
  const [name = ""] = header.text(`CTYPE${longitude + 1}`).split("-");
  const [reference, type] = name === "RA" ? [equatorial(header), ""] : (SYSTEMS[name] ?? ["", "custom:pos"]);
  const axes = [
    { axis: longitude, name: "lon", type: name === "RA" ? "pos.eq.ra" : `${type}.lon` },
    { axis: latitude, name: "lat", type: name === "RA" ? "pos.eq.dec" : `${type}.lat` },
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

/** The equatorial system, by RADESYS and EQUINOX. */
function equatorial(header: Header): string {
  const given = header.text("EQUINOX");
  // Some headers write J2000.
  const year = Number(/^[BJ]?(\d{4}(?:\.\d*)?(?:E[-+]?\d+)?)$/i.exec(given)?.[1] ?? (given || Number.NaN));
  const hasEquinox = Number.isFinite(year);
  if (given !== "" && !hasEquinox) {
    header.warn(`EQUINOX '${given.slice(0, 80)}' is no year, and does not count`);
  }
  const equinox = hasEquinox ? year : 2000;
  const old = equinox < 1984 ? "FK4" : "FK5";
  const system = header.text("RADESYS") || (hasEquinox ? old : "ICRS");
  const standard = system.startsWith("FK4") ? 1950 : 2000;
  const isStandard = system === "ICRS" || !hasEquinox || equinox === standard;
  return `${system.toLowerCase()}${isStandard ? "" : ` (equinox ${equinox})`}`;
}
