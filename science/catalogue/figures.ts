/** The rows of a table as figures: circles or ellipses around their positions, in pixels or on the sky. */
import { cut } from "../format/format.ts";
import type { Figure, FigureSize } from "../regions/files/figure.ts";
import { indexOf, type TableSource } from "../tables/columns.ts";
import { degreesIn, degreesOf } from "../tables/positions.ts";
import { readNumbers } from "../tables/rows.ts";
import { cellsOf } from "../tables/table.ts";
import type { TableColumn } from "../tables/window.ts";
import type { RowPositions } from "./pixels.ts";
import type { RowSize, RowSizes } from "./sizes.ts";

/**
 * A figure around each row that has a position and a size. Angles of those in pixels begin at the x axis, of those on the sky in the north.
 *
 * @throws RangeError if a column is not found, there is no size, or angles begin elsewhere
 */
export async function rowFigures(
  table: TableSource,
  { system, pairs }: RowPositions,
  { radius, semiAxes, angle = 0, angleFrom = "x", scale = 1, names, color = "#39e6ff" }: RowSizes,
  signal: AbortSignal,
): Promise<Figure[]> {
  if ((radius === undefined) === (semiAxes === undefined)) {
    throw new RangeError("rows become circles of a `radius`, or ellipses of `semiAxes`");
  }
  if (semiAxes && angle !== 0 && (angleFrom === "x") !== (system === "pixel")) {
    throw new RangeError(
      `angles from ${angleFrom === "x" ? "the x axis" : "north"} need the WCS of an image`,
    );
  }
  const given = semiAxes ?? (radius === undefined ? [] : [radius]);
  const sizes = await Promise.all(given.map((size) => sizesOf(table, size, scale, signal)));
  const turnOf = await anglesOf(table, angle, signal);
  const nameOf = await namesOf(table, names, signal);
  return Array.from({ length: table.rows }, (_, row): Figure[] => {
    const point = { x: pairs[2 * row] ?? Number.NaN, y: pairs[2 * row + 1] ?? Number.NaN };
    const own = sizes.map((size) => size(row));
    const turned = turnOf(row);
    const isThere = [point.x, point.y, turned].every(Number.isFinite);
    return isThere && own.every(({ value }) => value > 0 && value < Number.POSITIVE_INFINITY)
      ? [
          {
            ...{ kind: semiAxes ? "ellipse" : "circle", system, points: [point], sizes: own },
            // On the sky, angles of figures begin in the west.
            angle: semiAxes ? turned + (system === "pixel" ? 0 : 90) : 0,
            ...{ name: nameOf(row), color },
          },
        ]
      : [];
  }).flat();
}

/** The size of any row. */
async function sizesOf(
  table: TableSource,
  size: RowSize,
  scale: number,
  signal: AbortSignal,
): Promise<(row: number) => FigureSize> {
  if (typeof size !== "string") {
    const own: FigureSize =
      typeof size === "number"
        ? { value: size * scale, unit: "pixel" }
        : { value: (size.arcsec * scale) / 3600, unit: "degree" };
    return () => own;
  }
  const index = indexOf(table, size);
  const { unit, factor } = unitOf(table.columns[index]);
  const values = await readNumbers(table, index, signal);
  return (row) => ({ value: (values[row] ?? Number.NaN) * factor * scale, unit });
}

function unitOf(column: TableColumn | undefined): {
  readonly unit: FigureSize["unit"];
  readonly factor: number;
} {
  const unit = column?.unit.trim() ?? "";
  const degrees = unit === "" ? undefined : degreesIn(unit);
  if (degrees === undefined && !/^$|^pix(els?)?$/i.test(unit)) {
    throw new RangeError(
      `the unit of ${cut(column?.name ?? "")}, “${cut(unit)}”, is neither pixels nor an angle`,
    );
  }
  return degrees === undefined ? { unit: "pixel", factor: 1 } : { unit: "degree", factor: degrees };
}

/** The angle of any row, in degrees. */
async function anglesOf(
  table: TableSource,
  angle: number | string,
  signal: AbortSignal,
): Promise<(row: number) => number> {
  if (typeof angle === "number") {
    return () => angle;
  }
  const index = indexOf(table, angle);
  const degrees = degreesOf(table.columns[index]);
  const values = await readNumbers(table, index, signal);
  return (row) => (values[row] ?? Number.NaN) * degrees;
}

/** The name of any row: by default its number. */
async function namesOf(
  table: TableSource,
  column: string | undefined,
  signal: AbortSignal,
): Promise<(row: number) => string> {
  if (column === undefined) {
    return String;
  }
  const index = indexOf(table, column);
  const [texts] = await table.read([index], undefined, signal);
  const cells = texts && cellsOf(texts, table.rows, table.columns[index]?.datatype ?? "");
  return (row) => cells?.text(row) ?? String(row);
}
