/** Tables as the page asks for them: their rows as they are arranged, their columns as points of a plot. */

import { cut } from "@asdf-wasm/science/format/format";
import { markedRows } from "@asdf-wasm/science/tables/choosing";
import type { Plot, PlotPicture } from "@asdf-wasm/science/tables/plotting";
import { transfer } from "comlink";
import type { PlotCalls, PlotPoint, PlotRequest, TablePlot } from "../../protocol/plot.ts";
import type { TableCalls } from "../../protocol/workerApi.ts";
import type { Answers } from "../held.ts";
import type { Tables } from "../table/tables.ts";

/** Calls that end at once need no stopping. */
const { signal: never } = new AbortController();

export const tableAnswers: Answers<TableCalls> = {
  async describe({ nodes, tables }, node) {
    const id = nodes.tableNode(node);
    return { id, name: cut(nodes.name(id)) || "table", ...(await tables.counted(id)).facts };
  },

  arrange: ({ tables }, { table, arrangement }, signal, onProgress) =>
    tables
      .at(table)
      .arrange(arrangement, signal, (share) => onProgress?.({ phase: "arrange", loaded: share, total: 1 })),

  window: ({ tables }, { table, arrangement, rows, columns }, signal) =>
    tables.at(table).window(arrangement, rows, columns, signal),

  csv: ({ tables }, { table, arrangement }, signal) => tables.at(table).csv(arrangement, signal),

  async match(file, request, signal, onProgress) {
    const { matchedTables } = await import("../table/matching.ts");
    return matchedTables(file, request, signal, onProgress);
  },

  async chosenRows({ tables }, { table, choice }) {
    const marks = await tables.at(table).marks(choice, never);
    const rows = marks ? markedRows(marks) : new Uint32Array();
    return transfer(rows, [rows.buffer]);
  },
};

export const plotAnswers: Answers<PlotCalls> = {
  cost({ tables, isRemote }, { table, plot }) {
    const columns = new Set([...columnsOf(plot), ...plot.filters.map(({ column }) => column)]);
    return { bytes: tables.at(table).bytesOf([...columns]), isRemote };
  },

  read: async ({ tables }, { table, plot }, signal) => (await tables.plot(table, plot, signal)).facts,

  async picture({ tables }, { table, plot, window, choice }, signal) {
    const points = await tables.plot(table, plot, signal);
    const picture = points.picture(window, await tables.at(table).marks(choice, signal));
    return transfer({ picture }, buffersOf(picture));
  },

  pointAt: ({ tables }, request) => pointOf(tables, request, (points) => points.nearest(request.at)),

  pointOf: ({ tables }, request) => pointOf(tables, request, (points) => points.indexOf(request.row)),

  step: ({ tables }, { row, step, window, ...request }) =>
    pointOf(tables, request, (points) =>
      points.step(row === undefined ? undefined : points.indexOf(row), step, window),
    ),
};

async function pointOf(
  tables: Tables,
  { table, plot }: TablePlot,
  find: (points: Plot) => number | undefined,
): Promise<PlotPoint | undefined> {
  const points = await tables.plot(table, plot, never);
  const index = find(points);
  if (index === undefined) {
    return undefined;
  }
  const point = points.at(index);
  return { ...point, texts: await tables.at(table).texts(columnsOf(plot), point.row, never) };
}

function columnsOf({ x, y, color }: PlotRequest): number[] {
  return [x, y, ...(color === undefined ? [] : [color])];
}

function buffersOf(picture: PlotPicture): Transferable[] {
  const arrays =
    picture.kind === "points"
      ? [picture.places, picture.rows, picture.colors, picture.chosen]
      : [picture.counts, picture.colors, picture.chosen];
  return arrays.flatMap((array) => (array ? [array.buffer] : []));
}
