/** Tables as the page asks for them: their rows as they are arranged, their columns as points of a plot. */
import { NdArray, slice } from "asdf-wasm";
import { transfer } from "comlink";
import { countThere } from "../../elements/there.ts";
import type { PlotCalls, PlotPicture, PlotPoint, PlotRequest } from "../../protocol/rows/plot.ts";
import type { WorkerApi } from "../../protocol/workerApi.ts";
import { answer, opened, stoppable } from "../opened.ts";
import { markedRows } from "./choosing.ts";
import { tableOf } from "./columns.ts";
import { Plot } from "./plotting.ts";
import { Table } from "./table.ts";

type RowCalls = Pick<WorkerApi, "table" | "arrange" | "cells" | "csv">;

interface Known {
  readonly id: number;
  readonly table: Table;
  /** The newest plot of it, by what was asked for. */
  plot?: { readonly key: string; readonly plot: Plot };
}

let known: Known | undefined;
/** Calls that end at once need no stopping. */
const { signal: never } = new AbortController();

/** The tree has changed. */
export function forgetTable(): void {
  known = undefined;
}

export const tableCalls: RowCalls & PlotCalls = {
  table: (node) =>
    answer(async () => {
      const { nodes } = opened();
      const id = nodes.tableNode(node);
      await knowRows(id);
      return { id, name: nodes.name(id) || "table", ...knownAt(id).table.facts };
    }),

  arrange: (task, id, arrangement) =>
    stoppable(task, (signal) => knownAt(id).table.arrange(arrangement, signal)),

  cells: (task, id, ...args) => stoppable(task, (signal) => knownAt(id).table.window(...args, signal)),

  csv: (task, id, arrangement) => stoppable(task, (signal) => knownAt(id).table.csv(arrangement, signal)),

  plotCost: (id, request) =>
    answer(async () => {
      const { table } = knownAt(id);
      const { filters } = request;
      const columns = new Set([...columnsOf(request), ...filters.map(({ column }) => column)]);
      return { bytes: table.bytesOf([...columns]), isRemote: opened().isRemote };
    }),

  plot: (task, id, request) => stoppable(task, async (signal) => (await plotOf(id, request, signal)).facts),

  plotPicture: (task, id, request, window, choice) =>
    stoppable(task, async (signal) => {
      const plot = await plotOf(id, request, signal);
      const picture = plot.picture(window, await knownAt(id).table.marks(choice, signal));
      return transfer({ picture }, buffersOf(picture));
    }),

  plotPointAt: (id, request, at) =>
    answer(async () => {
      const plot = await plotOf(id, request, never);
      return pointAt(id, request, plot, plot.nearest(at));
    }),

  plotPointOf: (id, request, row) =>
    answer(async () => {
      const plot = await plotOf(id, request, never);
      return pointAt(id, request, plot, plot.indexOf(row));
    }),

  plotStep: (id, request, row, step, window) =>
    answer(async () => {
      const plot = await plotOf(id, request, never);
      const from = row === undefined ? undefined : plot.indexOf(row);
      return pointAt(id, request, plot, plot.step(from, step, window));
    }),

  chosenRows: (id, choice) =>
    answer(async () => {
      const marks = await knownAt(id).table.marks(choice, never);
      const rows = marks ? markedRows(marks) : new Uint32Array();
      return transfer(rows, [rows.buffer]);
    }),
};

/** The table of a node, or of the map that it is a column of; replaces the previous table. */
function knownAt(node: number): Known {
  const { nodes } = opened();
  const id = nodes.tableNode(node);
  if (known?.id !== id) {
    known = { id, table: new Table(tableOf(nodes.path(id), nodes.value(id), nodes.hdus)) };
  }
  return known;
}

/** Of a table inside whose data the file ends, the rows that are there are all that there is of it. */
async function knowRows(id: number): Promise<void> {
  const { nodes } = opened();
  const value = nodes.value(id);
  if (value instanceof NdArray && nodes.hdus[value.hdu ?? -1]?.problem?.code === "truncated") {
    const rows = await countThere(value.shape[0] ?? 0, (start, stop) => value.read([slice(start, stop)]));
    known = { id, table: new Table({ ...tableOf(nodes.path(id), value, nodes.hdus), rows }) };
  }
}

async function plotOf(id: number, request: PlotRequest, signal: AbortSignal): Promise<Plot> {
  const at = knownAt(id);
  const key = JSON.stringify(request);
  if (at.plot?.key !== key) {
    const { x, y, color, logX, logY, filters } = request;
    const columns = {
      x: await at.table.numbers(x, signal),
      y: await at.table.numbers(y, signal),
      color: color === undefined ? undefined : await at.table.numbers(color, signal),
    };
    const rows = filters.length > 0 ? await at.table.order({ filters }, signal) : undefined;
    at.plot = { key, plot: new Plot({ ...columns, logX, logY, rows }) };
  }
  return at.plot.plot;
}

async function pointAt(
  id: number,
  request: PlotRequest,
  plot: Plot,
  index: number | undefined,
): Promise<PlotPoint | undefined> {
  if (index === undefined) {
    return undefined;
  }
  const point = plot.at(index);
  return { ...point, texts: await knownAt(id).table.texts(columnsOf(request), point.row, never) };
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
