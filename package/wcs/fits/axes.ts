/** What the axes of a FITS header are: their types, units and reference systems, as frames of a gwcs. */
import type { TreeMap } from "../../api/tree.ts";
import type { Header } from "../header/header.ts";
import { factorTo, isUnit, spelledUnit } from "../header/units.ts";
import { gwcs } from "./nodes.ts";
import { type CelestialAxes, degreesOf } from "./pole.ts";
import { typeOf } from "./types.ts";

const CELESTIAL = /^(RA|DEC|[A-Z](?:LON|LAT)|[A-Z]{2}(?:LN|LT))(?:-+([A-Z]{3})(?:-SIP)?)?$/;

/** Celestial systems by the names of their longitudes: the name in gwcs, and the UCD of directions in astropy. */
const SYSTEMS: Readonly<Record<string, readonly [reference: string, physicalType: string]>> = {
  GLON: ["galactic", "pos.galactic"],
  ELON: ["", "pos.ecliptic"],
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
  const type = header.text(`CTYPE${axis + 1}`);
  const unit = header.text(`CUNIT${axis + 1}`) || (isUnit(type) ? type : "");
  const { quantity, algorithm } = typeOf(header, axis);
  if (quantity.kind !== "spectral_frame" || quantity.unit === undefined || algorithm === "TAB") {
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
  const names = plainNames(header, celestial, lost);
  for (let axis = 0; axis < header.axes; axis++) {
    if (celestial && axis === Math.min(celestial.longitude, celestial.latitude)) {
      frames.push(celestialFrame(header, celestial));
    } else if (axis !== celestial?.longitude && axis !== celestial?.latitude) {
      frames.push(plainFrame(header, axis, names[axis] ?? "", lost.has(axis)));
    }
  }
  const [only, ...others] = frames;
  return only && others.length === 0 ? only : gwcs("composite_frame", { name: "world", frames });
}

/** The names of all axes that are not of the sky, no two of which are the same. */
function plainNames(
  header: Header,
  celestial: CelestialAxes | undefined,
  lost: ReadonlySet<number>,
): readonly string[] {
  const isOfSky = (axis: number) => axis === celestial?.longitude || axis === celestial?.latitude;
  const names = Array.from({ length: header.axes }, (_, axis) =>
    isOfSky(axis) ? "" : typeName(header, axis, lost.has(axis)),
  );
  return names.map((name, axis) => {
    const place = ["x", "y", "z"][axis];
    if (name === "") {
      return place && !names.includes(place) ? place : `axis ${axis + 1}`;
    }
    return names.some((other, i) => other === name && i !== axis) ? `${name} ${axis + 1}` : name;
  });
}

/** What the keywords of an axis call it; nothing if they only say that it is linear, or a unit. */
function typeName(header: Header, axis: number, isLost: boolean): string {
  const own = isLost ? "" : header.text(`CNAME${axis + 1}`);
  const type = header.text(`CTYPE${axis + 1}`);
  const { name, quantity } = typeOf(header, axis);
  // An axis without values is not one of the sky, whatever its name.
  const known = !isLost && (quantity.kind !== "frame" || quantity.physicalType !== "");
  return own || (isUnit(type) || /^linear$/i.test(type) ? "" : (known ? name : type).toLowerCase());
}

function plainFrame(header: Header, axis: number, label: string, isLost: boolean): TreeMap {
  const { quantity } = typeOf(header, axis);
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
  const [system, type] = name === "RA" ? ["", ""] : (SYSTEMS[name] ?? ["", "custom:pos"]);
  const reference = name === "RA" ? equatorial(header) : name === "ELON" ? ecliptic(header) : system;
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
  const year = equinoxOf(header);
  const old = Number(year) < 1984 ? "FK4" : "FK5";
  const system = header.text("RADESYS").toUpperCase() || (year === "" ? "ICRS" : old);
  return dated(system === "FK4-NO-E" ? "fk4noeterms" : system.toLowerCase(), year);
}

/** The mean ecliptic of an equinox; not known for FK4. */
function ecliptic(header: Header): string {
  const year = equinoxOf(header);
  const system = header.text("RADESYS").toUpperCase();
  const isOld = system.startsWith("FK4") || (system === "" && Number(year) < 1984 && year !== "");
  return isOld ? `fk4ecliptic (equinox ${year || "1950"})` : dated("barycentricmeanecliptic", year);
}

/** A system with its equinox, where it is not the usual one. */
function dated(system: string, year: string): string {
  const standard = system.startsWith("fk4") ? "1950" : "2000";
  const isDated = /^(?:fk4|fk4noeterms|fk5|barycentricmeanecliptic)$/.test(system);
  return !isDated || year === "" || year === standard ? system : `${system} (equinox ${year})`;
}

/** The year of the equinox; empty if the header has none. */
function equinoxOf(header: Header): string {
  const given = header.text("EQUINOX");
  // Some headers write J2000.
  const year = Number(/^[BJ]?(\d{4}(?:\.\d*)?(?:E[-+]?\d+)?)$/i.exec(given)?.[1] ?? (given || Number.NaN));
  if (given !== "" && !Number.isFinite(year)) {
    header.warn(`EQUINOX '${given.slice(0, 80)}' is no year, and does not count`);
  }
  return Number.isFinite(year) ? String(year) : "";
}
