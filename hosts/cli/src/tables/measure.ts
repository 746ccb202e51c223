/** `measure`: the photometry of an image at the rows of a table, as a table. */
import { measureRows } from "@asdf-wasm/science/catalogue/measured";
import { calibrationOf, romanUnit } from "@asdf-wasm/science/measure/flux";
import { type BackgroundBy, MeasureError } from "@asdf-wasm/science/measure/results";
import type { AsdfFile } from "asdf-wasm";
import type { Context } from "../context.ts";
import { EXIT, misuse, Problem } from "../exit.ts";
import { openSource } from "../reading/open.ts";
import { arrayIn } from "../reading/target.ts";
import { tellOfReading } from "../reading/warned.ts";
import { withBar } from "../terminal/progress.ts";
import { checkTarget } from "../writing/files.ts";
import { writeTableTo } from "./conversion.ts";
import { type OpeningOptions, openedTable, tellOfRows } from "./open.ts";
import { type PlaceOptions, placesIn } from "./places.ts";
import { asMisuse } from "./rows.ts";

export interface MeasureTableOptions extends OpeningOptions, PlaceOptions {
  readonly output: string;
  readonly force?: boolean;
  readonly rows: string;
  readonly radius: number;
  readonly annulus?: readonly [gap: number, width: number];
  readonly by: BackgroundBy;
  readonly errors?: string;
  readonly variances?: string;
  /** `PATH`, or `PATH=BITS`. */
  readonly flags?: string;
  readonly wcs?: string;
}

export async function run(
  context: Context,
  args: readonly string[],
  options: MeasureTableOptions,
): Promise<number> {
  const [source = "", text] = args;
  const { output, force = false, radius, annulus, by, wcs: wcsPath, errors, variances } = options;
  checkTarget(output, force);
  using file = await openSource(source);
  using _told = tellOfReading(context, file);
  const { path, node: array, selection, unit } = await arrayIn(file, text);
  const index = array.shape.map((_, axis) => Number(selection[axis] ?? 0));
  if (!index.every(Number.isInteger) || selection.length > array.ndim - 2) {
    throw misuse(`'${text}' is not an image: of a cube, name one plane, as in 'cube[3]'`);
  }
  const table = await openedTable(context, options.rows, options);
  using _toldOfRows = tellOfRows(context, table);
  const wcs = await (wcsPath === undefined ? file.wcsOf(array) : file.wcs(wcsPath));
  const [flags, bits = "1"] = options.flags?.split("=") ?? [];
  const beneath = errors ?? variances;
  const measured = await withBar("Measuring", ({ report }) =>
    asMisuse(async () =>
      measureRows(table, array, {
        ...{ radius, wcs, index, ...placesIn(options) },
        unit: unit ?? romanUnit(calibrationOf(file, path, array.hdu)),
        background: annulus && { kind: "annulus", gap: annulus[0], width: annulus[1], by },
        errors:
          beneath === undefined
            ? undefined
            : { array: await alike(file, beneath, array.shape), are: errors ? "deviations" : "variances" },
        flags:
          flags === undefined
            ? undefined
            : { array: await alike(file, flags, array.shape), bits: Number(bits) },
        onProgress: (share) => report({ loaded: share, total: 1 }),
      }),
    ),
  ).catch((thrown: unknown) => {
    throw thrown instanceof MeasureError ? new Problem(`\`${path}\`: ${thrown.message}`) : thrown;
  });
  wcs?.close();
  await writeTableTo(context, output, measured, "measured", [table]);
  return EXIT.done;
}

async function alike(file: AsdfFile, text: string, shape: readonly number[]) {
  const { node, path } = await arrayIn(file, text);
  if (String(node.shape) !== String(shape)) {
    throw new Problem(
      `\`${path}\` has the shape [${node.shape.join(", ")}], the image [${shape.join(", ")}]`,
    );
  }
  return node;
}
