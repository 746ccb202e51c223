/**
 * Errors of the positions of a table, as ellipses: from standard deviations along both axes with their correlation, or from semi-axes with a
 * position angle. Those along a parallel are true angles, as Gaia has them, with the cosine of the declination in them.
 */
import { cut } from "../format/format.ts";
import type { TableSource } from "./columns.ts";
import { degreesIn, degreesOf, hasNumbers, type PositionColumns } from "./positions.ts";
import { readNumbers } from "./rows.ts";
import type { TableColumn } from "./window.ts";

/** The columns of errors; a table without the third has no correlation, or circles whose angle does not matter. */
export interface ErrorColumns {
  /** Along the axes of the positions, with the correlation; or of the ellipse, with its angle from north to east. */
  readonly along: "positions" | "ellipse";
  readonly x: number;
  readonly y: number;
  readonly third: number | undefined;
}

/** Around the name of a column of positions: `ra_error`, `e_RAJ2000`, `raErr`. */
const AROUND: readonly (readonly [before: string, after: string])[] = [
  ["", "_error"],
  ["", "_err"],
  ["", "err"],
  ["e_", ""],
  ["sig", ""],
  ["sigma_", ""],
];
/** As 2MASS, VizieR and AllWISE call the axes and angles of ellipses. */
const ELLIPSES: readonly (readonly [major: string, minor: string, angle: string])[] = [
  ["err_maj", "err_min", "err_ang"],
  ["errmaj", "errmin", "errpa"],
  ["eemaj", "eemin", "eepa"],
  ["errhalfmaj", "errhalfmin", "errposang"],
];

/** Those of a position; undefined if there are none. */
export function errorsIn(
  columns: readonly TableColumn[],
  { x, y }: PositionColumns,
): ErrorColumns | undefined {
  const find = (isIt: (column: TableColumn, name: string) => boolean): number =>
    columns.findIndex((column) => hasNumbers(column) && isIt(column, column.name.trim().toLowerCase()));
  const [nameX = "", nameY = ""] = [x, y].map((column) => columns[column]?.name.trim().toLowerCase());
  const pairs = [
    ...AROUND.map(([before, after]) =>
      [nameX, nameY].map((name) => find((_, found) => found === before + name + after)),
    ),
    ["ra", "dec"].map((part) =>
      find(({ ucd = "" }) => ucd.toLowerCase().startsWith(`stat.error;pos.eq.${part}`)),
    ),
  ];
  const [ex, ey] = pairs.find((pair) => !pair.includes(-1)) ?? [];
  if (ex !== undefined && ey !== undefined) {
    const correlation = find(
      ({ ucd = "" }, name) =>
        [`${nameX}_${nameY}_corr`, "radecor"].includes(name) ||
        /^stat\.correlation;pos\.eq\.ra[^;]*;pos\.eq\.dec/i.test(ucd),
    );
    return { along: "positions", x: ex, y: ey, third: correlation < 0 ? undefined : correlation };
  }
  const ellipse = ELLIPSES.map((names) => names.map((wanted) => find((_, name) => name === wanted)));
  const [major, minor, angle] = ellipse.find((found) => !found.includes(-1)) ?? [];
  return major === undefined || minor === undefined
    ? undefined
    : { along: "ellipse", x: major, y: minor, third: angle };
}

/**
 * Of each row two conjugate semi-diameters of the ellipse of one standard deviation: east and north of the one, east and north of the other, in
 * arcseconds, or along x and y in pixels. NaN where a value is missing.
 *
 * @throws RangeError if the unit of a column is not known
 */
export async function readErrors(
  table: TableSource,
  { along, x, y, third }: ErrorColumns,
  isOnSky: boolean,
  signal: AbortSignal,
): Promise<Float64Array<ArrayBuffer>> {
  const wanted = third === undefined ? [x, y] : [x, y, third];
  const [one, other, more] = await Promise.all(wanted.map((column) => readNumbers(table, column, signal)));
  const factors = [x, y].map((column) => (isOnSky ? arcseconds(table.columns[column]) : 1));
  const turn = degreesIn(table.columns[third ?? -1]?.unit ?? "") ?? 1;
  const found = new Float64Array(4 * table.rows);
  for (let row = 0; row < table.rows; row += 1) {
    const [a, b] = [sizeOf(one?.[row], factors[0]), sizeOf(other?.[row], factors[1])];
    const value = more?.[row] ?? 0;
    if (along === "positions") {
      found.set([a, value * b, 0, b * Math.sqrt(1 - value ** 2)], 4 * row);
    } else {
      const angle = (value * turn * Math.PI) / 180;
      const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
      found.set([a * sin, a * cos, b * cos, -b * sin], 4 * row);
    }
  }
  return found;
}

/** Negative ones, such as −99, stand for what is not known. */
function sizeOf(value = Number.NaN, factor = 1): number {
  return value < 0 ? Number.NaN : value * factor;
}

/** An error without a unit could be a thousand times as large. */
function arcseconds(column: TableColumn | undefined): number {
  if (column?.unit === "") {
    throw new RangeError(`The table does not say the unit of ${cut(column.name)}`);
  }
  return 3600 * degreesOf(column);
}
