/** `regions`: the rows of a table as a file of regions. */

import { rowFigures } from "@asdf-wasm/science/catalogue/figures";
import { positionsOf } from "@asdf-wasm/science/catalogue/pixels";
import type { RowSize, RowSizes } from "@asdf-wasm/science/catalogue/sizes";
import { many } from "@asdf-wasm/science/format/format";
import { writeCrtf } from "@asdf-wasm/science/regions/files/crtf";
import { writeReg } from "@asdf-wasm/science/regions/files/writeReg";
import type { Context } from "../context.ts";
import { EXIT, misuse } from "../exit.ts";
import { STANDARD } from "../reading/open.ts";
import { checkTarget, writeTarget } from "../writing/files.ts";
import { type OpeningOptions, openedTable, tellOfRows } from "./open.ts";
import { type PlaceOptions, pairIn, placesIn } from "./places.ts";
import { asMisuse, chosenRows, type RowOptions } from "./rows.ts";

export interface RegionsOptions
  extends OpeningOptions,
    PlaceOptions,
    RowOptions,
    Pick<RowSizes, "scale" | "names"> {
  readonly output: string;
  readonly force?: boolean;
  readonly radius?: string;
  readonly semiAxes?: string;
  readonly angle?: string;
}

export async function run(
  context: Context,
  args: readonly string[],
  options: RegionsOptions,
): Promise<number> {
  const [source = ""] = args;
  const { output, force = false, radius, semiAxes, angle, scale, names } = options;
  const axes =
    semiAxes === undefined ? undefined : pairIn(semiAxes, "two semi-axes, as in 'a,b' or '2arcsec,1arcsec'");
  checkTarget(output, force);
  const opened = await openedTable(context, source, options);
  using _told = tellOfRows(context, opened);
  const table = await chosenRows(opened, options);
  const { signal } = new AbortController();
  const figures = await asMisuse(async () => {
    const positions = await positionsOf(table, placesIn(options), options.pixels === undefined, signal);
    if (positions.system === "own") {
      throw new RangeError(
        "the reference system of the positions is not known: say it with the columns, as in --positions lon,lat,galactic",
      );
    }
    const turned = angle !== undefined && angle.trim() !== "" && Number.isFinite(Number(angle));
    const sizes: RowSizes = {
      ...{ scale, names, angleFrom: positions.system === "pixel" ? "x" : "north" },
      angle: turned ? Number(angle) : angle,
      ...(radius !== undefined && { radius: sizeIn(radius) }),
      ...(axes && { semiAxes: [sizeIn(axes[0]), sizeIn(axes[1])] as const }),
    };
    return rowFigures(table, positions, sizes, signal);
  });
  const isOnSky = figures[0]?.system !== "pixel";
  if (figures.some(({ sizes }) => sizes.some(({ unit }) => (unit === "pixel") === isOnSky))) {
    throw misuse(
      isOnSky
        ? "rows on the sky have sizes in angles, such as 2arcsec, or of a column with such a unit"
        : "rows in pixels have sizes in pixels, such as 5px, or of a column without the unit of an angle",
    );
  }
  const write = /\.crtf$/i.test(output) ? writeCrtf : writeReg;
  await writeTarget(output, new Blob([write(figures)]).stream());
  if (context.json && output !== STANDARD) {
    context.printJson({ written: [output], regions: figures.length, rows: table.rows });
  } else {
    context.note(`${many(figures.length, "region")} of ${many(table.rows, "row")}`);
  }
  return figures.length > 0 ? EXIT.done : EXIT.no;
}

/** `5px`, `2arcsec`, or the name of a column. */
function sizeIn(text: string): RowSize {
  const [, number = "", unit = ""] = /^([\d.]+)\s*(px|mas|arcsec|arcmin|deg)$/.exec(text.trim()) ?? [];
  const seconds = { mas: 1e-3, arcsec: 1, arcmin: 60, deg: 3600 }[unit];
  if (unit === "" && Number.isFinite(Number(text))) {
    throw misuse(`'${text}' has no unit: such as 5px or 2arcsec`);
  }
  return unit === "px" ? Number(number) : seconds === undefined ? text : { arcsec: Number(number) * seconds };
}
