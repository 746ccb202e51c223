/**
 * Distortions of pixels: SIP, polynomials of the first two coordinates (Shupe et al. 2005, ASP Conf. Ser. 347, 491), and tables in other
 * HDUs of the file ("Representations of distortions in FITS world coordinate systems", Calabretta et al. 2004): `CPDISj` and, of the Hubble
 * Space Telescope, `D2IMDISj` (before 2012: `AXISCORR`), of which `DPj` and `D2IMj` name the table. Tables are evaluated as astropy does:
 * linear between the elements, and constant beyond the edges.
 */
import type { TreeMap } from "../../api/tree.ts";
import type { Header, TableHdu } from "../header/header.ts";
import { beside, chained, remapped, shifted, transform } from "./nodes.ts";

/** From pixels to undistorted ones that are counted from the reference pixel. */
export function fromReference(
  header: Header,
  toReference: readonly number[],
  bent: TreeMap | undefined,
): TreeMap[] {
  warnOfOthers(header);
  if (header.axes < 2) {
    return [shifted(toReference)];
  }
  const [detector, tables] = [offsets(header, "D2IMDIS"), offsets(header, "CPDIS")];
  const around = (pixel: TreeMap, added: TreeMap | undefined) =>
    added ? transform("add", { forward: [pixel, added] }) : pixel;
  const same = transform("identity", { n_dims: 2 });
  const shift = shifted(toReference.slice(0, 2));
  // Both distortions are computed at the same pixel.
  const steps = [around(same, detector), around(bent ? chained([shift, bent]) : shift, tables)];
  const others = toReference.slice(2);
  const whole = chained(detector ? steps : steps.slice(1));
  return [others.length > 0 ? beside([whole, shifted(others)]) : whole];
}

/** The maximum degree; files have up to 9. */
const DEGREE = 15;

/**
 * The distortion of pixels that are counted from the reference pixel, if the header has one. `AP_` and `BP_`, an approximation of the
 * inverse, are not used: the inverse is searched, which is more exact.
 */
export function sip(header: Header): TreeMap | undefined {
  if (!header.has("A_ORDER") && !header.has("B_ORDER")) {
    return undefined;
  }
  return chained([
    remapped([0, 1, 0, 1], 2),
    beside([polynomial(header, "A", [1, 0]), polynomial(header, "B", [0, 1])]),
  ]);
}

/** The coordinate itself and what is added to it. */
function polynomial(header: Header, name: string, [x, y]: readonly [number, number]): TreeMap {
  const degree = header.number(`${name}_ORDER`, 0);
  if (!Number.isInteger(degree) || degree < 0 || degree > DEGREE) {
    throw header.malformed(`${name}_ORDER is ${degree} instead of a number from 0 to ${DEGREE}`);
  }
  const size = Math.max(degree, 1) + 1;
  const coefficients = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => {
      const own = (i === 1 && j === 0 ? x : 0) + (i === 0 && j === 1 ? y : 0);
      return i + j > degree ? own : own + header.number(`${name}_${i}_${j}`, 0);
    }),
  );
  return transform("polynomial", { coefficients });
}

/** The keyword of a distortion: which records describe it, and the name of the HDUs with its tables. */
const KINDS = {
  D2IMDIS: { records: "D2IM", hdu: "D2IMARR" },
  CPDIS: { records: "DP", hdu: "WCSDVARR" },
} as const;

type Kind = keyof typeof KINDS;

/** A table that a header names: its HDU, and whether its first axis is along y. */
export interface NamedTable {
  readonly name: string;
  readonly version: number;
  readonly isTurned: boolean;
}

/** All tables that a header names. */
export function namedTables(header: Header): NamedTable[] {
  return (["D2IMDIS", "CPDIS"] as const).flatMap((kind) =>
    [1, 2].flatMap((axis) => named(header, kind, axis) ?? []),
  );
}

/** What the tables add to the first two pixel coordinates, which are counted from 0; undefined if there are none. */
function offsets(header: Header, kind: Kind): TreeMap | undefined {
  const tables = [1, 2].map((axis) => {
    const found = named(header, kind, axis);
    return found && table(header, kind, axis, found);
  });
  if (tables.every((each) => each === undefined)) {
    return undefined;
  }
  const nothing = transform("polynomial", { coefficients: [[0]] });
  return chained([remapped([0, 1, 0, 1], 2), beside(tables.map((each) => each ?? nothing))]);
}

/** Warns of distortions that are not evaluated. */
function warnOfOthers(header: Header): void {
  for (const keyword of header.matching(/^(?:CPDIS|CQDIS|D2IMDIS)\d+$/)) {
    const isKnown = /^(?:CPDIS|D2IMDIS)[12]$/.test(keyword) && isLookup(header, keyword);
    if (!isKnown) {
      header.warn(`the distortion ${keyword} '${header.text(keyword)}' is left out`);
    }
  }
}

function isLookup(header: Header, keyword: string): boolean {
  return header.text(keyword).toUpperCase() === "LOOKUP";
}

/** The table of an axis. */
function named(header: Header, kind: Kind, axis: number): NamedTable | undefined {
  const { records, hdu: name } = KINDS[kind];
  if (kind === "D2IMDIS" && header.has("AXISCORR")) {
    return header.number("AXISCORR", 0) === axis ? { name, version: 1, isTurned: false } : undefined;
  }
  if (!isLookup(header, `${kind}${axis}`)) {
    return undefined;
  }
  const record = (field: string, otherwise: number) => header.number(`${records}${axis}.${field}`, otherwise);
  return { name, version: record("EXTVER", 1), isTurned: record(`AXIS.${axis}`, axis) !== axis };
}

function table(
  header: Header,
  kind: Kind,
  axis: number,
  { name, version, isTurned }: NamedTable,
): TreeMap | undefined {
  const hdu = header.hdus().find((each) => each.name === name && each.version === version);
  if (!hdu?.data || hdu.data.error) {
    const why = hdu ? "cannot be read" : "is not in the file";
    header.warn(
      `the distortion of pixel axis ${axis} (${kind}) is left out: its table (${name},${version}) ${why}`,
    );
    return undefined;
  }
  const [x, y] = [referenceOf(hdu, 1), referenceOf(hdu, 2)];
  const [first, second] = isTurned ? [y, x] : [x, y];
  const lookup = transform("fits_lookup", { table: hdu.data, x: first, y: second });
  return isTurned ? chained([remapped([1, 0], 2), lookup]) : lookup;
}

/** CRPIX, CRVAL and CDELT of an axis of a table. */
function referenceOf({ cards }: TableHdu, axis: number): number[] {
  const number = (keyword: string, otherwise: number) => {
    const value = cards.find((card) => card.keyword === `${keyword}${axis}`)?.value;
    return typeof value === "number" ? value : otherwise;
  };
  return [number("CRPIX", 0), number("CRVAL", 0), number("CDELT", 1)];
}
