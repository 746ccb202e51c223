/**
 * Celestial axes of FITS ("Representations of celestial coordinates in FITS", Calabretta and Greisen 2002, A&A 395, 1077):
 * the projections of `CTYPE` with their parameters `PV`, and the rotation to the sky.
 */
import type { TreeMap } from "../../api/tree.ts";
import type { Header } from "./header.ts";
import { chained, transform } from "./nodes.ts";
import { hasTpv, tpv } from "./tpv.ts";

/** A projection: its name in asdf-transform-schemas, and its parameters `PVi_1`, `PVi_2`, … with their defaults. */
interface Projection {
  readonly kind: string;
  readonly parameters?: readonly (readonly [name: string, otherwise: number])[];
  /** The native latitude of the reference point: 90 for zenithal projections; that of conic ones is their first parameter. */
  readonly latitude?: 90 | "conic";
}

const conic = (kind: string): Projection => ({
  kind,
  parameters: [
    ["sigma", Number.NaN],
    ["delta", 0],
  ],
  latitude: "conic",
});

const PROJECTIONS: Readonly<Record<string, Projection>> = {
  AZP: {
    kind: "zenithal_perspective",
    parameters: [
      ["mu", 0],
      ["gamma", 0],
    ],
    latitude: 90,
  },
  SZP: {
    kind: "slant_zenithal_perspective",
    parameters: [
      ["mu", 0],
      ["phi0", 0],
      ["theta0", 90],
    ],
    latitude: 90,
  },
  TAN: { kind: "gnomonic", latitude: 90 },
  TPV: { kind: "gnomonic", latitude: 90 },
  STG: { kind: "stereographic", latitude: 90 },
  SIN: {
    kind: "slant_orthographic",
    parameters: [
      ["xi", 0],
      ["eta", 0],
    ],
    latitude: 90,
  },
  ARC: { kind: "zenithal_equidistant", latitude: 90 },
  ZEA: { kind: "zenithal_equal_area", latitude: 90 },
  AIR: { kind: "airy", parameters: [["theta_b", 90]], latitude: 90 },
  CYP: {
    kind: "cylindrical_perspective",
    parameters: [
      ["mu", 1],
      ["lambda", 1],
    ],
  },
  CEA: { kind: "cylindrical_equal_area", parameters: [["lambda", 1]] },
  CAR: { kind: "plate_carree" },
  MER: { kind: "mercator" },
  SFL: { kind: "sanson_flamsteed" },
  GLS: { kind: "sanson_flamsteed" },
  PAR: { kind: "parabolic" },
  MOL: { kind: "molleweide" },
  AIT: { kind: "hammer_aitoff" },
  COP: conic("conic_perspective"),
  COE: conic("conic_equal_area"),
  COD: conic("conic_equidistant"),
  COO: conic("conic_orthomorphic"),
  BON: { kind: "bonne_equal_area", parameters: [["theta1", Number.NaN]] },
  PCO: { kind: "polyconic" },
  TSC: { kind: "tangential_spherical_cube" },
  CSC: { kind: "cobe_quad_spherical_cube" },
  QSC: { kind: "quad_spherical_cube" },
  HPX: {
    kind: "healpix",
    parameters: [
      ["H", 4],
      ["X", 3],
    ],
  },
  XPH: { kind: "healpix_polar", latitude: 90 },
};

/** The celestial axes of a header: their indices, and the code of their projection; none if the directions are linear. */
export interface CelestialAxes {
  readonly longitude: number;
  readonly latitude: number;
  readonly code: string | undefined;
}

/** From the plane of the projection to the sky, both in degrees. */
export function projected(header: Header, axes: CelestialAxes & { readonly code: string }): TreeMap {
  const { longitude, latitude, code } = axes;
  const projection = Object.hasOwn(PROJECTIONS, code) ? PROJECTIONS[code] : undefined;
  if (projection === undefined) {
    throw header.unsupported(`the projection ${code} of CTYPE${longitude + 1}`);
  }
  if (hasTpv(header, code)) {
    const rotated = toSky(poleOf(header, axes, 90, false));
    return chained([
      tpv(header, longitude, latitude),
      transform("gnomonic", { direction: "pix2sky" }),
      rotated,
    ]);
  }
  const own = (keyword: string) => `PV${longitude + 1}_${keyword}`;
  if ([0, 1, 2].some((number) => header.number(own(String(number)), 0) !== 0)) {
    throw header.unsupported(`${own("0")} to ${own("2")} move the reference point of the projection`);
  }
  const { kind, parameters = [], latitude: reference = 0 } = projection;
  const values = parameters.map(([name, otherwise], i) => {
    const keyword = `PV${latitude + 1}_${i + 1}`;
    if (Number.isNaN(otherwise) && !header.has(keyword)) {
      throw header.malformed(`${code} needs ${keyword}`);
    }
    return [name, header.number(keyword, otherwise)] as const;
  });
  const theta = reference === "conic" ? (values[0]?.[1] ?? 0) : reference;
  return chained([
    transform(kind, { direction: "pix2sky", ...Object.fromEntries(values) }),
    toSky(poleOf(header, axes, theta)),
  ]);
}

/** The celestial coordinates of the native pole, and the native longitude of the celestial pole. */
interface Pole {
  readonly longitude: number;
  readonly latitude: number;
  readonly nativeLongitude: number;
}

/** From native to celestial directions. The native longitudes of the inverse are within ±180, as projections have them. */
function toSky({ longitude, latitude, nativeLongitude }: Pole): TreeMap {
  const angles = { phi: longitude, theta: latitude, psi: nativeLongitude, direction: "native2celestial" };
  const inverse = { phi: 90 + longitude, theta: 90 - latitude, psi: 90 - nativeLongitude, direction: "zxz" };
  return transform("rotate3d", { ...angles, inverse: transform("rotate3d", inverse) });
}

const RADIANS = Math.PI / 180;
const sin = (degrees: number) => Math.sin(degrees * RADIANS);
const cos = (degrees: number) => Math.cos(degrees * RADIANS);

/** Differences in degrees that are rounding. */
const TOLERANCE = 1e-10;

/**
 * The celestial coordinates of the native pole, and the native longitude of the celestial pole (§2.4): from the reference point,
 * which is at the native longitude 0 and the native latitude `theta`. `hasOwn`: `PVi_3` and `PVi_4` stand for LONPOLE and LATPOLE.
 */
function poleOf(header: Header, axes: CelestialAxes, theta: number, hasOwn = true): Pole {
  const own = (number: number) => `PV${axes.longitude + 1}_${number}`;
  const alpha = header.number(`CRVAL${axes.longitude + 1}`, 0) * degreesOf(header, axes.longitude);
  const delta = header.number(`CRVAL${axes.latitude + 1}`, 0) * degreesOf(header, axes.latitude);
  const pole = header.number("LONPOLE", delta < theta ? 180 : 0);
  const nativeLongitude = hasOwn ? header.number(own(3), pole) : pole;
  if (theta === 90) {
    return { longitude: alpha, latitude: delta, nativeLongitude };
  }
  const preferred = Math.max(-90, Math.min(90, header.number(own(4), header.number("LATPOLE", 90))));
  const latitude = poleLatitude(header, delta, theta, nativeLongitude, preferred);
  const divisor = cos(latitude) * cos(delta);
  let longitude = alpha;
  if (Math.abs(divisor) >= TOLERANCE) {
    const x = (sin(theta) - sin(latitude) * sin(delta)) / divisor;
    const y = (sin(nativeLongitude) * cos(theta)) / cos(delta);
    longitude = alpha - Math.atan2(y, x) / RADIANS;
  } else if (Math.abs(cos(delta)) >= TOLERANCE) {
    longitude = latitude > 0 ? alpha + nativeLongitude - 180 : alpha - nativeLongitude;
  }
  return { longitude, latitude, nativeLongitude };
}

/** The celestial latitude of the native pole (equation 8): of two solutions the one nearer to LATPOLE. */
function poleLatitude(
  header: Header,
  delta: number,
  theta: number,
  nativeLongitude: number,
  preferred: number,
): number {
  let [middle, distance] = [theta, 90 - delta];
  if (nativeLongitude % 360 !== 0) {
    const [x, y] = [cos(theta) * cos(nativeLongitude), sin(theta)];
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
  const factors: Readonly<Record<string, number>> = {
    "": 1,
    deg: 1,
    arcmin: 1 / 60,
    arcsec: 1 / 3600,
    mas: 1 / 3.6e6,
    rad: 1 / RADIANS,
  };
  const factor = factors[unit.replace(/^(?:degrees?|deg)$/i, "deg")];
  if (factor === undefined) {
    throw header.malformed(`CUNIT${axis + 1} '${unit}' is no unit of angles`);
  }
  return factor;
}
