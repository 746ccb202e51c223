/** Which world coordinates are a direction on the sky, and in which units. */
import type { SkyAxes, WcsAxis, WcsFrame } from "../api/wcs.ts";

/**
 * How a longitude and a latitude are recognised: a UCD of a position by its end, a physical type that gwcs makes of a name, and the name of
 * an axis without a physical type.
 */
const POSITION = /(?:^|[.:])pos\./i;
const LONGITUDE = {
  ends: /\.(?:ra|lon)$/i,
  made: /^custom:(?:.* )?(?:lon|longitude)$/i,
  names: /^(?:lon|longitude|ra|alpha|[a-z]?lon)$/i,
};
const LATITUDE = {
  ends: /\.(?:dec|lat)$/i,
  made: /^custom:(?:.* )?(?:lat|latitude)$/i,
  names: /^(?:lat|latitude|dec|delta|[a-z]?lat)$/i,
};

/** Angular units in degrees; astropy writes hour angles as `15deg`. */
const DEGREES: Readonly<Record<string, number>> = {
  deg: 1,
  arcmin: 1 / 60,
  arcsec: 1 / 3600,
  mas: 1 / 3.6e6,
  uas: 1 / 3.6e9,
  rad: 180 / Math.PI,
  hourangle: 15,
  "15deg": 15,
};

/** Degrees per unit; a missing name, and one that is not a unit of angle, means degrees. */
export function degreesPer(unit: string): number {
  return DEGREES[unit] ?? 1;
}

/** The celestial axes of the frame of the world. */
export function skyAxesOf(frame: WcsFrame | undefined, count: number): SkyAxes | undefined {
  if (!frame || (frame.kind !== "celestial_frame" && frame.kind !== "composite_frame")) {
    return undefined;
  }
  const { axes, kind, reference } = frame;
  const find = ({ ends, made, names }: typeof LONGITUDE) => {
    const byType = axes.findIndex(
      ({ physicalType: type }) => (POSITION.test(type) && ends.test(type)) || made.test(type),
    );
    return byType >= 0 ? byType : axes.findIndex((axis) => isNamed(axis, names));
  };
  const [longitude, latitude] = [find(LONGITUDE), find(LATITUDE)];
  if (longitude >= 0 && latitude >= 0 && longitude < count && latitude < count) {
    return { longitude, latitude, reference };
  }
  return kind === "celestial_frame" && count >= 2 ? { longitude: 0, latitude: 1, reference } : undefined;
}

function isNamed({ name, unit, physicalType }: WcsAxis, names: RegExp): boolean {
  return physicalType === "" && (unit === "" || Object.hasOwn(DEGREES, unit)) && names.test(name);
}
