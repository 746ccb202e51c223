/**
 * Celestial axes of FITS ("Representations of celestial coordinates in FITS", Calabretta and Greisen 2002, A&A 395, 1077):
 * the projections of `CTYPE` with their parameters `PV`, and the rotation to the sky.
 */
import type { TreeMap } from "../../api/tree.ts";
import type { Header } from "../header/header.ts";
import { centreOf, isPlate } from "./dss.ts";
import { beside, chained, remapped, transform } from "./nodes.ts";
import { type CelestialAxes, cos, degreesOf, poleOf, sin, toSky } from "./pole.ts";
import { hasPolynomial, hasTpv, tpv } from "./tpv.ts";
import { corrected, correctedBy, parametersIn } from "./wat.ts";

/** A projection: its name in asdf-transform-schemas, and its parameters `PVi_1`, `PVi_2`, … with their defaults. */
interface Projection {
  readonly kind: string;
  readonly parameters?: readonly (readonly [name: string, otherwise: number])[];
  /** The number of the first parameter, if that is not 1. */
  readonly first?: 0 | 1;
  /** The native latitude of the reference point: 90 for zenithal projections, the first parameter for conic ones. */
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
  STG: { kind: "stereographic", latitude: 90 },
  SIN: {
    kind: "slant_orthographic",
    parameters: [
      ["xi", 0],
      ["eta", 0],
    ],
    latitude: 90,
  },
  NCP: { kind: "slant_orthographic", latitude: 90 },
  ARC: { kind: "zenithal_equidistant", latitude: 90 },
  ZEA: { kind: "zenithal_equal_area", latitude: 90 },
  ZPN: {
    kind: "zenithal_polynomial",
    parameters: Array.from({ length: 30 }, (_, i) => [`c${i}`, 0] as const),
    first: 0,
    latitude: 90,
  },
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

/** From the plane of the projection to the sky, both in degrees. */
export function projected(header: Header, axes: CelestialAxes & { readonly code: string }): TreeMap {
  const { longitude, latitude, code } = axes;
  if (isPlate(header)) {
    const [alpha, delta] = centreOf(header);
    const rotated = toSky({ longitude: alpha, latitude: delta, nativeLongitude: 180 });
    return chained([transform("gnomonic", { direction: "pix2sky" }), rotated]);
  }
  if (hasTpv(header, axes)) {
    const rotated = toSky(poleOf(header, axes, { phi: 0, theta: 90, hasOwn: false }));
    return chained([
      tpv(header, longitude, latitude),
      transform("gnomonic", { direction: "pix2sky" }),
      rotated,
    ]);
  }
  const plain = correctedBy(axes);
  if (plain !== undefined) {
    return chained([
      corrected(header, axes),
      projected(header.changed(parametersIn(header, axes)), { ...axes, code: plain }),
    ]);
  }
  const projection = Object.hasOwn(PROJECTIONS, code) ? PROJECTIONS[code] : undefined;
  if (projection === undefined) {
    throw header.unsupported(`the projection ${code} of CTYPE${longitude + 1}`);
  }
  const { kind, latitude: reference = 0 } = projection;
  const values = parametersOf(header, axes, projection);
  const usual = reference === "conic" ? (values[0]?.[1] ?? 0) : reference;
  const { phi, theta, isMoved, hasOwn } = referenceOf(header, axes, usual);
  const parameters = Object.fromEntries(values);
  return chained([
    ...(isMoved ? [moved(kind, parameters, phi, theta)] : []),
    transform(kind, { direction: "pix2sky", ...parameters }),
    toSky(poleOf(header, axes, { phi, theta, hasOwn })),
  ]);
}

/** The parameters of a projection by their names. */
function parametersOf(
  header: Header,
  { latitude, code }: CelestialAxes,
  { parameters = [], first = 1 }: Projection,
): (readonly [string, number])[] {
  if (code === "NCP") {
    // Of AIPS and the WSRT: from the celestial pole onto the plane of the equator.
    const delta = header.number(`CRVAL${latitude + 1}`, 0) * degreesOf(header, latitude);
    if (sin(delta) === 0) {
      throw header.malformed("the projection NCP is not defined at the equator");
    }
    return [
      ["xi", 0],
      ["eta", cos(delta) / sin(delta)],
    ];
  }
  const values = parameters.map(([name, otherwise], i) => {
    const keyword = `PV${latitude + 1}_${i + first}`;
    const old = `PROJP${i + first}`;
    if (Number.isNaN(otherwise) && !header.has(keyword) && !header.has(old)) {
      throw header.malformed(`${code} needs ${keyword}`);
    }
    const number = header.number(header.has(keyword) ? keyword : old, otherwise);
    return [name, number] as const;
  });
  if (code === "ZPN" && values.slice(1).every(([, value]) => value === 0)) {
    throw header.malformed(`${code} needs PV${latitude + 1}_1`);
  }
  return values;
}

/**
 * The native coordinates of the reference point: by `PVi_1` and `PVi_2` of the longitude, or `usual`. `isMoved`: whether it is the origin
 * of the plane nevertheless. GLS is SFL with a reference point at the latitude of `CRVAL` on the meridian.
 */
function referenceOf(
  header: Header,
  axes: CelestialAxes,
  usual: number,
): { phi: number; theta: number; isMoved: boolean; hasOwn: boolean } {
  const { longitude, latitude, code } = axes;
  if (code === "GLS") {
    const theta = header.number(`CRVAL${latitude + 1}`, 0) * degreesOf(header, latitude);
    return { phi: 0, theta, isMoved: theta !== 0, hasOwn: true };
  }
  if (code === "TAN" && hasPolynomial(header, axes)) {
    if (!header.has("A_ORDER") && !header.has("B_ORDER")) {
      throw header.unsupported("its distortion is called SIP, but has the coefficients PVi_j");
    }
    header.warn("PVi_j of a polynomial are left out: SIP is the distortion");
    return { phi: 0, theta: usual, isMoved: false, hasOwn: false };
  }
  const own = (number: number, otherwise: number) => header.number(`PV${longitude + 1}_${number}`, otherwise);
  const [phi, theta] = [own(1, 0), own(2, usual)];
  return { phi, theta, isMoved: own(0, 0) !== 0 && (phi !== 0 || theta !== usual), hasOwn: true };
}

/** From a plane whose origin is a point of the sphere to the plane of the projection. */
function moved(
  kind: string,
  parameters: Readonly<Record<string, number>>,
  phi: number,
  theta: number,
): TreeMap {
  const same = transform("identity", { n_dims: 2 });
  const point = chained([
    remapped([0, 1, 0, 1], 2),
    beside([phi, theta].map((value) => transform("constant", { value, dimensions: 2 }))),
    transform(kind, { direction: "sky2pix", ...parameters }),
  ]);
  const sum = transform("add", { forward: [same, point] });
  sum["inverse"] = transform("subtract", { forward: [same, point] });
  return sum;
}
