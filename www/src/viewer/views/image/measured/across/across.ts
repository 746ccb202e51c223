/** The statistics of a region of the sky in the images of all open files, as rows of a table. */

import type { Measured } from "@asdf-wasm/science/measure/results";
import type { Figure } from "@asdf-wasm/science/regions/files/figure";
import type { TreeNode } from "../../../../protocol/facts.ts";
import { problemOf } from "../../../../protocol/notices.ts";
import { imagesElsewhere } from "../../../../state/elsewhere.ts";
import { shapesOf } from "../../../../state/sky/placing.ts";
import { placeOnStage } from "../../../../state/skyPlace.ts";
import type { ViewHost } from "../../../../state/view.ts";
import type { MeasuredModel } from "../measuredModel.ts";
import { leftOut } from "../table/rows.ts";

/** The columns, and whether they are numbers. */
export const COLUMNS = [
  ["file", "File", false],
  ["image", "Image", false],
  ["pixels", "Pixels", true],
  ["sum", "Sum", true],
  ["mean", "Mean", true],
  ["median", "Median", true],
  ["std", "σ", true],
  ["min", "Minimum", true],
  ["max", "Maximum", true],
  ["unit", "Unit", false],
  ["note", "Note", false],
] as const;

export type Column = (typeof COLUMNS)[number][0];

/** What is not known is missing. */
export type AcrossRow = Partial<Readonly<Record<Column, string | number>>>;

/** An image of an open file. */
interface OpenImage {
  readonly host: ViewHost;
  readonly node: TreeNode;
  readonly file: string;
}

/** Measures one image after the other; where that fails, the row says why. */
export async function* acrossImages(
  host: ViewHost,
  node: TreeNode,
  figure: Figure,
  choices: Pick<MeasuredModel, "flagsOf">,
  signal: AbortSignal,
): AsyncGenerator<AcrossRow> {
  const images: readonly OpenImage[] = [
    { host, node, file: host.uniqueName.peek() },
    ...imagesElsewhere(host).map(({ neighbour, node, name }) => ({ host: neighbour.host, node, file: name })),
  ];
  for (const image of images) {
    const names = { file: image.file, image: image.node.key };
    try {
      yield { ...names, ...(await measuredIn(image, figure, choices, signal)) };
    } catch (cause) {
      signal.throwIfAborted();
      yield { ...names, note: problemOf(cause) };
    }
  }
}

async function measuredIn(
  { host, node }: OpenImage,
  figure: Figure,
  choices: Pick<MeasuredModel, "flagsOf">,
  signal: AbortSignal,
): Promise<AcrossRow> {
  const section = host.section.current.peek();
  const place = await placeOnStage(host, node.id);
  if (!place) {
    return { note: "no world coordinates" };
  }
  const [shape] = await shapesOf([figure], place);
  if (!shape) {
    return { note: "no such position" };
  }
  const flags = await host.ask((worker) => worker.flags.beside(node.id));
  const request = {
    section,
    part: host.part.peek(),
    shape,
    wcs: place.at.path,
    flags: choices.flagsOf(flags?.id),
  };
  const found = await host.request(signal, (worker, signal) =>
    worker.measure.statistics({ node: node.id, ...request, all: false }, signal),
  );
  return rowOf(found);
}

function rowOf({ count, excluded, sum, mean, median, std, min, max, unit = "", cut }: Measured): AcrossRow {
  const outside = count > 0 ? "partly outside" : "outside";
  const note = [cut ? outside : "", leftOut(excluded)].filter(Boolean).join(", ");
  return count === 0
    ? { pixels: 0, unit, note }
    : {
        ...{ pixels: count, sum: Number(sum), mean, median, std, unit, note },
        ...(min && { min: Number(min.value) }),
        ...(max && { max: Number(max.value) }),
      };
}

/** Sorted by a column, what is missing last. */
export function sorted(rows: readonly AcrossRow[], by: Column, isDescending: boolean): readonly AcrossRow[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted(({ [by]: one }, { [by]: other }) => {
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined);
    }
    return sign * (typeof one === "number" ? one - Number(other) : one.localeCompare(String(other)));
  });
}

/** The rows with their columns, for files. */
export function tableOf(rows: readonly AcrossRow[]): readonly (readonly (string | number)[])[] {
  return [COLUMNS.map(([name]) => name), ...rows.map((row) => COLUMNS.map(([name]) => row[name] ?? ""))];
}

/** What an ECSV file has before the rows of a CSV file. */
export function ecsvHead(): string {
  const columns = COLUMNS.map(
    ([name, , isNumber]) =>
      `# - {name: ${name}, datatype: ${name === "pixels" ? "int64" : isNumber ? "float64" : "string"}}\n`,
  );
  return `# %ECSV 1.0\n# ---\n# delimiter: ','\n# datatype:\n${columns.join("")}# schema: astropy-2.0\n`;
}
