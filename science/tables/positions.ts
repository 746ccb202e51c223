/** Which columns of a table are positions, by the names that surveys and photutils, SExtractor and others give them. */

import type { SkyFrame } from "../wcs/facts.ts";
import type { TableColumn } from "./window.ts";

/** Two columns that are a position: in degrees of a system on the sky, or in pixels that count from `first`. */
export interface PositionColumns {
  readonly x: number;
  readonly y: number;
  readonly place: { readonly sky: SkyFrame } | { readonly first: 0 | 1 };
}

type Names = readonly [x: string, y: string];

const ICRS: readonly Names[] = [
  ...([
    ["ra", "dec"],
    ["ra_icrs", "dec_icrs"],
    ["raj2000", "dej2000"],
    ["raj2000", "decj2000"],
  ] as const),
  ...([
    ["alpha_j2000", "delta_j2000"],
    ["alphawin_j2000", "deltawin_j2000"],
  ] as const),
  ...([
    ["right_ascension", "declination"],
    ["ra_deg", "dec_deg"],
    ["radeg", "dedeg"],
    ["radeg", "decdeg"],
  ] as const),
  ...([
    ["ra_centroid", "dec_centroid"],
    ["ra_fit", "dec_fit"],
    ["s_ra", "s_dec"],
  ] as const),
];
const SKY: readonly (readonly [SkyFrame, readonly Names[]])[] = [
  ["icrs", ICRS],
  [
    "galactic",
    [
      ["l", "b"],
      ["glon", "glat"],
      ["gal_lon", "gal_lat"],
    ],
  ],
  [
    "ecliptic",
    [
      ["elon", "elat"],
      ["ecl_lon", "ecl_lat"],
    ],
  ],
  [
    "own",
    [
      ["lon", "lat"],
      ["longitude", "latitude"],
    ],
  ],
];
const PIXELS: readonly Names[] = [
  ...([
    ["xcentroid", "ycentroid"],
    ["x_centroid", "y_centroid"],
    ["xcen", "ycen"],
    ["x", "y"],
  ] as const),
  ...([
    ["x_fit", "y_fit"],
    ["x_0", "y_0"],
    ["x_pix", "y_pix"],
    ["xpos", "ypos"],
    ["col", "row"],
  ] as const),
];
/** SExtractor counts pixels from 1. */
const FROM_ONE: readonly Names[] = [
  ...([
    ["x_image", "y_image"],
    ["xwin_image", "ywin_image"],
    ["xpeak_image", "ypeak_image"],
  ] as const),
];

export function positionsIn(columns: readonly TableColumn[]): PositionColumns[] {
  const indexOf = (name: string) =>
    columns.findIndex((column) => isNumeric(column) && lower(column) === name);
  const pairs = (names: readonly Names[], place: PositionColumns["place"]): PositionColumns[] =>
    names.flatMap(([first, second]) => {
      const [x, y] = [indexOf(first), indexOf(second)];
      return x >= 0 && y >= 0 ? [{ x, y, place }] : [];
    });
  return [
    ...SKY.flatMap(([sky, names]) => pairs(names, { sky })),
    ...affixed(columns),
    ...pairs(PIXELS, { first: 0 }),
    ...pairs(FROM_ONE, { first: 1 }),
  ];
}

/** Such as `gaia_ra` with `gaia_dec`, and `ra_2mass` with `dec_2mass`. */
function affixed(columns: readonly TableColumn[]): PositionColumns[] {
  const known = new Set(ICRS.map(([name]) => name));
  return columns.flatMap((column, x) => {
    const name = lower(column);
    const other = name.replace(/(^|[_.])ra([_.]|$)/, "$1dec$2");
    const y = columns.findIndex((column) => isNumeric(column) && lower(column) === other);
    const isPair = isNumeric(column) && other !== name && y >= 0 && !known.has(name);
    return isPair ? [{ x, y, place: { sky: "icrs" as const } }] : [];
  });
}

/** How many degrees one of a unit is; 1 for none. */
export function degreesIn(unit: string): number {
  switch (unit.trim().toLowerCase()) {
    case "rad":
    case "radian":
      return 180 / Math.PI;
    case "h":
    case "hour":
    case "hourangle":
      return 15;
    case "arcmin":
      return 1 / 60;
    case "arcsec":
      return 1 / 3600;
    case "mas":
      return 1 / 3_600_000;
    default:
      return 1;
  }
}

export function isNumeric({ isText, sortable, datatype }: TableColumn): boolean {
  return !isText && sortable && /^(u?int|float)/.test(datatype);
}

function lower({ name }: TableColumn): string {
  return name.trim().toLowerCase();
}
