/** Measurements as text for other programs: commas between columns for files, tabs for the clipboard. */

import type { PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import type { Measured } from "@asdf-wasm/science/measure/results";
import type { Region } from "@asdf-wasm/science/regions/region";
import type { Line } from "../../../../protocol/lines.ts";
import { nameOf } from "../../../../regions/names.ts";
import type { Rows } from "./rows.ts";

/** A head and rows of the same length. */
export type Table = readonly (readonly (string | number)[])[];

export function textOf(table: Table, separator: "," | "\t"): string {
  const cell = (value: string | number): string => {
    const text = String(value);
    return separator === "," && /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `${table.map((row) => row.map(cell).join(separator)).join("\n")}\n`;
}

export function rowsTable(groups: readonly Rows[]): Table {
  return [
    ["quantity", "value", "unit"],
    ...groups.flatMap(({ heading, rows }) =>
      rows.map(({ label, value, unit }) => [heading ? `${heading}: ${label}` : label, value, unit ?? ""]),
    ),
  ];
}

export function lineTable({ axisName, alongUnit, quantity, unit, x, y }: Line): Table {
  const title = (name: string, of: string | undefined) => (of ? `${name} (${of})` : name);
  return [
    [title(axisName, alongUnit), title(quantity, unit)],
    ...Array.from(x, (at, i) => [at, y[i] ?? Number.NaN]),
  ];
}

export function histogramTable({ min, max, counts }: PlaneHistogram): Table {
  const width = (max - min) / counts.length;
  return [
    ["from", "to", "count"],
    ...Array.from(counts, (count, i) => [min + i * width, min + (i + 1) * width, count]),
  ];
}

/** The statistics of several regions, one a row. */
export function regionsTable(all: readonly (readonly [Region, Measured])[]): Table {
  return [
    [
      ...[
        "region",
        "shape",
        "pixels",
        "not finite",
        "masked",
        "flagged",
        "area (arcsec²)",
        "sum",
        "mean",
        "median",
      ],
      ...["standard deviation", "minimum", "maximum", "clipped pixels", "clipped mean", "clipped median"],
      "clipped standard deviation",
    ],
    ...all.map(([region, found]) => {
      const { count, excluded, clipped } = found;
      return [
        ...[nameOf(region), region.shape.kind, count, excluded.notFinite, excluded.masked, excluded.flagged],
        ...[found.skyArea ?? "", String(found.sum), found.mean, found.median, found.std],
        ...[String(found.min?.value ?? ""), String(found.max?.value ?? "")],
        ...[clipped.count, clipped.mean, clipped.median, clipped.std],
      ];
    }),
  ];
}
