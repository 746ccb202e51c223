/**
 * Lines of arrays: the elements along one axis, ready to be plotted, with their errors and coordinates if the tree
 * has them beside the array. A line longer than a plot is wide is thinned, and read in runs, so that its length
 * does not matter.
 */

import { isComplex, partOf, unitOf } from "@asdf-wasm/science/elements/complex";
import { isPlain } from "@asdf-wasm/science/elements/pixels";
import type { ComplexPart, ValueRange } from "@asdf-wasm/science/elements/values";
import { elementsOf } from "@asdf-wasm/science/sections/reading";
import type { ReadableArray } from "@asdf-wasm/science/sections/section";
import { datatypeName } from "@asdf-wasm/science/tree/values";
import { type Selection, slice } from "asdf-wasm";
import type { ArrayNode } from "../../protocol/facts.ts";
import type { Line, LineRequest } from "../../protocol/lines.ts";
import type { Nodes } from "../tree/nodes.ts";
import { coordinateAmong, errorAmong } from "../tree/siblings.ts";
import { thinned } from "./thinning.ts";

/** The elements of a run. Only a line of one run may have a coordinate array. */
const RUN = 2 ** 22;
/** The longest line that is plotted over the coordinates of a WCS. */
const WORLD = 2 ** 20;
/** The number of runs kept in the cache. */
const KEPT = 6;

type Numbers = ArrayLike<number>;

/** World coordinates along the line of a request, if a WCS gives them. */
type WorldAlong = (
  request: LineRequest,
  indices: Float64Array,
) => Promise<{ readonly name: string; readonly unit: string; readonly values: Numbers } | undefined>;

interface Run {
  readonly values: Numbers;
  readonly errors: Numbers | undefined;
}

/** The points of a window, as one array per coordinate. */
interface Points {
  readonly x: number[];
  readonly y: number[];
  readonly error: number[] | undefined;
}

/** What lines need to know of arrays. */
export interface LineNodes extends Pick<Nodes, "path" | "name" | "arraysBeside" | "arrayNode"> {
  array(id: number): ReadableArray;
}

export class Lines {
  readonly #nodes: LineNodes;
  readonly #worldAlong: WorldAlong;
  readonly #kept = new Map<string, Run>();

  constructor(nodes: LineNodes, worldAlong: WorldAlong = async () => undefined) {
    this.#nodes = nodes;
    this.#worldAlong = worldAlong;
  }

  async read(requests: readonly LineRequest[], signal: AbortSignal): Promise<Line[]> {
    const lines: Line[] = [];
    for (const line of requests) {
      lines.push(await this.#line(line, signal));
    }
    return lines;
  }

  async #line(request: LineRequest, signal: AbortSignal): Promise<Line> {
    const { node: id, axis } = request;
    const array = this.#nodes.array(id);
    const path = this.#nodes.path(id);
    const datatype = datatypeName(array.dtype);
    const length = array.shape[axis] ?? 0;
    const siblings = this.#nodes.arraysBeside(id);
    const errors = isComplex(datatype) ? undefined : errorAmong(siblings, this.#nodes.name(id), array.shape);
    const along = await this.#coordinates(request, siblings, length, signal);
    const window = request.window ? indices(request.window, along?.values, length) : { from: 0, to: length };
    const points: Points = { x: [], y: [], error: errors && [] };
    for (let start = 0; start < length; start += RUN) {
      const from = Math.max(window.from, start);
      const to = Math.min(window.to, start + RUN, length);
      if (from < to) {
        const run = await this.#run(array, request, errors, start, signal);
        const share = Math.ceil((request.bins * (to - from)) / (window.to - window.from));
        for (const at of thinned(run.values, from - start, to - start, share)) {
          points.x.push(along?.values[at] ?? start + at);
          points.y.push(run.values[at] ?? Number.NaN);
          points.error?.push(run.errors?.[at] ?? Number.NaN);
        }
      }
    }
    const thin = points.x.length < window.to - window.from;
    const { key, array: own } = this.#nodes.arrayNode(id);
    const ends = [0, Math.max(length - 1, 0)].map((at) => along?.values[at] ?? at);
    return {
      name: nameOf(path, request, array.shape.length),
      datatype,
      thinned: thin,
      quantity: isComplex(datatype) ? `${request.part} of ${key}` : key,
      axisName: along?.key ?? (array.shape.length > 1 ? `index on axis ${axis}` : "index"),
      unit: unitOf(own, request.part),
      along: along?.key,
      alongUnit: along?.unit,
      ...inOrder(points),
      extent: { min: Math.min(...ends), max: Math.max(...ends) },
      leastPositive: along ? leastPositive(along.values) : 1,
      errorOf: errors && (errors.squared ? `√${errors.node.key}` : errors.node.key),
    };
  }

  /** Coordinates from a sibling array or a WCS, if those are strictly monotonic. */
  async #coordinates(
    request: LineRequest,
    siblings: readonly ArrayNode[],
    length: number,
    signal: AbortSignal,
  ) {
    const sibling = length > 1 && length <= RUN ? coordinateAmong(siblings, length) : undefined;
    const values = sibling && (await this.#beside(sibling.id, [], signal));
    if (values && isMonotonic(values)) {
      return { key: sibling.key, unit: sibling.array.unit, values };
    }
    const indices = length > 1 && length <= WORLD ? Float64Array.from({ length }, (_, i) => i) : undefined;
    const world = indices && (await this.#worldAlong(request, indices).catch(() => undefined));
    return world && isMonotonic(world.values)
      ? { key: world.name, unit: world.unit, values: world.values }
      : undefined;
  }

  async #run(
    array: ReadableArray,
    { node, axis, at, part }: LineRequest,
    errors: ReturnType<typeof errorAmong>,
    start: number,
    signal: AbortSignal,
  ): Promise<Run> {
    const stop = Math.min(start + RUN, array.shape[axis] ?? 0);
    const selection = at.map((index, other) => (other === axis ? slice(start, stop) : index));
    const name = JSON.stringify([node, axis, start, part, at.with(axis, 0)]);
    const known = this.#kept.get(name);
    if (known) {
      return known;
    }
    const values = await numbersOf(array, selection, part, signal);
    const beside = errors && (await this.#beside(errors.node.id, selection, signal));
    const run = {
      values,
      errors: beside && errors.squared ? Float64Array.from(beside, Math.sqrt) : beside,
    };
    this.#kept.set(name, run);
    for (const oldest of [...this.#kept.keys()].slice(0, -KEPT)) {
      this.#kept.delete(oldest);
    }
    return run;
  }

  /** Errors from a sibling array; undefined if it cannot be read. */
  async #beside(id: number, selection: Selection, signal: AbortSignal): Promise<Numbers | undefined> {
    try {
      return await numbersOf(this.#nodes.array(id), selection, "real", signal);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }
}

/** In Python's notation. */
function nameOf(path: string, { axis, at }: LineRequest, ndim: number): string {
  return ndim === 1
    ? path
    : `${path}[${at.map((index, other) => (other === axis ? ":" : index)).join(", ")}]`;
}

async function numbersOf(
  array: ReadableArray,
  selection: Selection,
  part: ComplexPart,
  signal: AbortSignal,
): Promise<Numbers> {
  const read = await array.read(selection, { signal });
  if (read.fields || typeof array.dtype !== "string") {
    throw new TypeError("only numbers can be plotted");
  }
  const { values, mask } = elementsOf(read);
  const numbers = isComplex(array.dtype) ? partOf(values, part) : values;
  if (!mask && isPlain(numbers)) {
    return numbers;
  }
  return Float64Array.from({ length: numbers.length }, (_, i) =>
    mask?.[i] ? Number.NaN : Number(numbers[i]),
  );
}

/** The indices in a window of coordinates, and one neighbour on either side, so that the line reaches the edges. */
function indices(
  { min, max }: ValueRange,
  coordinates: Numbers | undefined,
  length: number,
): { readonly from: number; readonly to: number } {
  let from = Math.ceil(min);
  let to = Math.floor(max) + 1;
  if (coordinates) {
    const all = Array.from(coordinates);
    const ascends = (all[0] ?? 0) < (all[1] ?? 0);
    // The window may be between two of them.
    from = all.findIndex((x) => (ascends ? x >= min : x <= max));
    from = from < 0 ? length : from;
    to = all.findLastIndex((x) => (ascends ? x <= max : x >= min)) + 1;
  }
  return { from: Math.max(Math.min(from, length) - 1, 0), to: Math.min(to + 1, length) };
}

/** The points from left to right. */
function inOrder({ x, y, error }: Points): Pick<Line, "x" | "y" | "error"> {
  const descends = (x[0] ?? 0) > (x.at(-1) ?? 0);
  const laid = (values: number[]) => Float64Array.from(descends ? values.reverse() : values);
  return { x: laid(x), y: laid(y), error: error && laid(error) };
}

function leastPositive(values: Numbers): number {
  return Array.from(values).reduce((least, value) => (value > 0 ? Math.min(least, value) : least), Infinity);
}

function isMonotonic(values: Numbers): boolean {
  const sign = Math.sign((values[1] ?? 0) - (values[0] ?? 0));
  for (let i = 1; i < values.length; i += 1) {
    if (Math.sign((values[i] ?? 0) - (values[i - 1] ?? 0)) !== sign) {
      return false;
    }
  }
  return sign !== 0;
}
