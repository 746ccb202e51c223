/** Tables as the page asks for them: their rows as they are arranged, their columns as points of a plot. */

import { cut } from "@asdf-wasm/science/format/format";
import { markedRows } from "@asdf-wasm/science/tables/choosing";
import { transfer } from "comlink";
import type { PlotCalls, PlotPicture, PlotPoint, PlotRequest } from "../../protocol/plot.ts";
import type { WorkerApi } from "../../protocol/workerApi.ts";
import type { HeldFile } from "../held.ts";
import type { Plot } from "../table/plotting.ts";
import type { Tables } from "../table/tables.ts";

type RowCalls = Pick<WorkerApi, "table" | "arrange" | "cells" | "csv">;

/** Calls that end at once need no stopping. */
const { signal: never } = new AbortController();

export function tableCalls(held: HeldFile): RowCalls & PlotCalls {
  return {
    table: (node) =>
      held.answer(async ({ nodes, tables }) => {
        const id = nodes.tableNode(node);
        return { id, name: cut(nodes.name(id)) || "table", ...(await tables.counted(id)).facts };
      }),

    arrange: (task, id, arrangement) =>
      held.stoppable(task, ({ tables }, signal) => tables.at(id).arrange(arrangement, signal)),

    cells: (task, id, ...args) =>
      held.stoppable(task, ({ tables }, signal) => tables.at(id).window(...args, signal)),

    csv: (task, id, arrangement) =>
      held.stoppable(task, ({ tables }, signal) => tables.at(id).csv(arrangement, signal)),

    plotCost: (id, request) =>
      held.answer(({ tables, isRemote }) => {
        const { filters } = request;
        const columns = new Set([...columnsOf(request), ...filters.map(({ column }) => column)]);
        return { bytes: tables.at(id).bytesOf([...columns]), isRemote };
      }),

    plot: (task, id, request) =>
      held.stoppable(task, async ({ tables }, signal) => (await tables.plot(id, request, signal)).facts),

    plotPicture: (task, id, request, window, choice) =>
      held.stoppable(task, async ({ tables }, signal) => {
        const plot = await tables.plot(id, request, signal);
        const picture = plot.picture(window, await tables.at(id).marks(choice, signal));
        return transfer({ picture }, buffersOf(picture));
      }),

    plotPointAt: (id, request, at) =>
      held.answer(async ({ tables }) => {
        const plot = await tables.plot(id, request, never);
        return pointAt(tables, id, request, plot, plot.nearest(at));
      }),

    plotPointOf: (id, request, row) =>
      held.answer(async ({ tables }) => {
        const plot = await tables.plot(id, request, never);
        return pointAt(tables, id, request, plot, plot.indexOf(row));
      }),

    plotStep: (id, request, row, step, window) =>
      held.answer(async ({ tables }) => {
        const plot = await tables.plot(id, request, never);
        const from = row === undefined ? undefined : plot.indexOf(row);
        return pointAt(tables, id, request, plot, plot.step(from, step, window));
      }),

    chosenRows: (id, choice) =>
      held.answer(async ({ tables }) => {
        const marks = await tables.at(id).marks(choice, never);
        const rows = marks ? markedRows(marks) : new Uint32Array();
        return transfer(rows, [rows.buffer]);
      }),
  };
}

async function pointAt(
  tables: Tables,
  id: number,
  request: PlotRequest,
  plot: Plot,
  index: number | undefined,
): Promise<PlotPoint | undefined> {
  if (index === undefined) {
    return undefined;
  }
  const point = plot.at(index);
  return { ...point, texts: await tables.at(id).texts(columnsOf(request), point.row, never) };
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
