/** The rotation from native to celestial coordinates ("Representations of celestial coordinates in FITS", §2.4). */
import type { TreeMap } from "../../api/tree.ts";
import type { Header } from "../header/header.ts";
import { factorTo } from "../header/units.ts";
import { transform } from "./nodes.ts";

/** The celestial axes of a header: their indices, and the code of their projection; none if the directions are linear. */
export interface CelestialAxes {
  readonly longitude: number;
  readonly latitude: number;
  readonly code: string | undefined;
}

/** The celestial coordinates of the native pole, and the native longitude of the celestial pole. */
interface Pole {
  readonly longitude: number;
  readonly latitude: number;
  readonly nativeLongitude: number;
}

/** From native to celestial directions. The native longitudes of the inverse are within ±180, as projections have them. */
export function toSky({ longitude, latitude, nativeLongitude }: Pole): TreeMap {
  const angles = { phi: longitude, theta: latitude, psi: nativeLongitude, direction: "native2celestial" };
  const inverse = { phi: 90 + longitude, theta: 90 - latitude, psi: 90 - nativeLongitude, direction: "zxz" };
  return transform("rotate3d", { ...angles, inverse: transform("rotate3d", inverse) });
}

const RADIANS = Math.PI / 180;
export const sin = (degrees: number) => Math.sin(degrees * RADIANS);
export const cos = (degrees: number) => Math.cos(degrees * RADIANS);

/** Differences in degrees that are rounding. */
const TOLERANCE = 1e-10;

/** 999 is the default, as in wcslib. */
const UNDEFINED = 999;

/** The reference point in native coordinates. `hasOwn`: whether `PVi_3` and `PVi_4` are used as LONPOLE and LATPOLE. */
interface ReferencePoint {
  readonly phi: number;
  readonly theta: number;
  readonly hasOwn: boolean;
}

/** The celestial coordinates of the native pole, and the native longitude of the celestial pole (§2.4), from the reference point. */
export function poleOf(header: Header, axes: CelestialAxes, { phi, theta, hasOwn }: ReferencePoint): Pole {
  const value = (number: number, keyword: string, otherwise: number) => {
    const own = `PV${axes.longitude + 1}_${number}`;
    const given = header.lenient(hasOwn && header.has(own) ? own : keyword, UNDEFINED);
    return given === UNDEFINED ? otherwise : given;
  };
  const alpha = header.number(`CRVAL${axes.longitude + 1}`, 0) * degreesOf(header, axes.longitude);
  const delta = header.number(`CRVAL${axes.latitude + 1}`, 0) * degreesOf(header, axes.latitude);
  const nativeLongitude = value(3, "LONPOLE", phi + (delta < theta ? 180 : 0));
  if (theta === 90) {
    return { longitude: alpha, latitude: delta, nativeLongitude };
  }
  const preferred = Math.max(-90, Math.min(90, value(4, "LATPOLE", 90)));
  const turn = nativeLongitude - phi;
  const latitude = poleLatitude(header, delta, theta, turn, preferred);
  const divisor = cos(latitude) * cos(delta);
  let longitude = alpha;
  if (Math.abs(divisor) >= TOLERANCE) {
    const x = (sin(theta) - sin(latitude) * sin(delta)) / divisor;
    const y = (sin(turn) * cos(theta)) / cos(delta);
    longitude = alpha - Math.atan2(y, x) / RADIANS;
  } else if (Math.abs(cos(delta)) >= TOLERANCE) {
    longitude = latitude > 0 ? alpha + turn - 180 : alpha - turn;
  }
  return { longitude, latitude, nativeLongitude };
}

/** The celestial latitude of the native pole (equation 8): of two solutions the one nearer to LATPOLE. */
function poleLatitude(header: Header, delta: number, theta: number, turn: number, preferred: number): number {
  let [middle, distance] = [theta, 90 - delta];
  if (turn % 360 !== 0) {
    const [x, y] = [cos(theta) * cos(turn), sin(theta)];
    const length = Math.hypot(x, y);
    if (length < TOLERANCE) {
      if (Math.abs(sin(delta)) > TOLERANCE) {
        throw header.malformed("CRVAL and LONPOLE contradict each other");
      }
      return preferred;
    }
    const sine = sin(delta) / length;
    if (Math.abs(sine) > 1 + TOLERANCE) {
      throw header.malformed("CRVAL and LONPOLE contradict each other");
    }
    middle = Math.atan2(y, x) / RADIANS;
    distance = Math.acos(Math.max(-1, Math.min(1, sine))) / RADIANS;
  }
  const within = (angle: number) => angle - 360 * Math.round(angle / 360);
  const solutions = [within(middle + distance), within(middle - distance)]
    .filter((latitude) => Math.abs(latitude) < 90 + TOLERANCE)
    .sort((a, b) => Math.abs(preferred - a) - Math.abs(preferred - b));
  const [latitude] = solutions;
  if (latitude === undefined) {
    throw header.malformed("CRVAL, LONPOLE and LATPOLE contradict each other");
  }
  return Math.max(-90, Math.min(90, latitude));
}

/** Degrees per unit of a celestial axis. */
export function degreesOf(header: Header, axis: number): number {
  const unit = header.text(`CUNIT${axis + 1}`);
  const factor = unit === "" ? 1 : factorTo(unit, "deg");
  if (factor === undefined) {
    throw header.malformed(`CUNIT${axis + 1} '${unit}' is no unit of angles`);
  }
  return factor;
}
