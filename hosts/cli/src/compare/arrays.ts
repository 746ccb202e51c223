/** Two arrays compared, slab by slab. */

import { grouped, shape } from "@asdf-wasm/science/format/format";
import { datatypeName } from "@asdf-wasm/science/tree/values";
import type { ArrayData, NdArray, StructData } from "asdf-wasm";
import { Part } from "../reading/part.ts";
import { isClose, type Report, type Tolerance } from "./tolerance.ts";

/** What is known so far. */
interface Tally {
  different: number;
  /** The greatest difference of two finite numbers. */
  most: number;
  /** The place of the first element that differs, and the two elements. */
  first: { readonly at: number; readonly before: unknown; readonly after: unknown } | undefined;
}

/** How the elements of two arrays differ. */
export interface ElementsApart {
  readonly different: number;
  readonly of: number;
  /** The greatest difference of two finite numbers; 0 if no two are compared. */
  readonly most: number;
  readonly first: { readonly index: readonly number[]; readonly before: unknown; readonly after: unknown };
}

interface Apart {
  /** In words. */
  readonly what: string;
  readonly elements?: ElementsApart;
}

/** How two arrays differ; undefined if they do not. */
export async function compareArrays(
  path: string,
  before: NdArray,
  after: NdArray,
  tolerance: Tolerance,
  report: Report,
): Promise<Apart | undefined> {
  const problem = [before, after].find(({ error }) => error)?.error;
  if (problem) {
    return before.error?.message === after.error?.message
      ? undefined
      : { what: `unreadable: ${problem.message}` };
  }
  if (before.shape.join() !== after.shape.join()) {
    return { what: `the shape ${shape(before.shape)} became ${shape(after.shape)}` };
  }
  const types = [before, after].map(({ dtype }) => JSON.stringify(dtype));
  if (types[0] !== types[1]) {
    return { what: `the datatype ${datatypeName(before.dtype)} became ${datatypeName(after.dtype)}` };
  }
  const tally: Tally = { different: 0, most: 0, first: undefined };
  const [one, other] = [before, after].map((node) => new Part({ path, node, selection: [] }));
  const others = other?.slabs();
  let seen = 0;
  for await (const slab of one?.slabs({}, report) ?? []) {
    const next = await others?.next();
    if (!next?.done && next) {
      seen += compareSlabs(slab, next.value, seen, tolerance, tally);
    }
  }
  return tally.different === 0 ? undefined : apartOf(tally, before);
}

/** Returns how many elements were compared. */
function compareSlabs(
  before: ArrayData | StructData,
  after: ArrayData | StructData,
  seen: number,
  tolerance: Tolerance,
  tally: Tally,
): number {
  if (before.fields && after.fields) {
    for (const [name, column] of Object.entries(before.fields)) {
      const same = after.fields[name];
      if (same) {
        compareSlabs(column, same, seen, tolerance, tally);
      }
    }
    return before.shape.reduce((product, length) => product * length, 1);
  }
  if (before.fields || after.fields) {
    return 0;
  }
  const count = before.shape.reduce((product, length) => product * length, 1);
  const places = count === 0 ? 1 : before.data.length / count;
  for (let at = 0; at < count; at += 1) {
    const isMasked = before.mask?.[at] === 1;
    if (isMasked !== (after.mask?.[at] === 1)) {
      note(tally, seen + at, isMasked ? "masked" : before.data[at], isMasked ? after.data[at] : "masked");
      continue;
    }
    for (let place = at * places; !isMasked && place < (at + 1) * places; place += 1) {
      const [one, two] = [before.data[place], after.data[place]];
      const isEqual =
        typeof one === "number" && typeof two === "number" ? isClose(one, two, tolerance) : one === two;
      if (!isEqual) {
        note(tally, seen + at, one, two);
        break;
      }
    }
  }
  return count;
}

function note(tally: Tally, at: number, before: unknown, after: unknown): void {
  tally.different += 1;
  tally.first ??= { at, before, after };
  const distance = Math.abs(Number(before) - Number(after));
  if (Number.isFinite(distance)) {
    tally.most = Math.max(tally.most, distance);
  }
}

function apartOf({ different, most, first }: Tally, { size, shape: lengths }: NdArray): Apart {
  const by = most > 0 ? `, by at most ${most}` : "";
  const { at = 0, before, after } = first ?? {};
  const index = indexOf(at, lengths);
  return {
    what: `${grouped(different)} of ${grouped(size)} elements differ${by}; first at [${index.join(", ")}]: ${before} → ${after}`,
    elements: { different, of: size, most, first: { index, before, after } },
  };
}

/** The index of the `count`-th element in C order. */
function indexOf(count: number, lengths: readonly number[]): number[] {
  const index: number[] = [];
  let rest = count;
  for (const length of lengths.toReversed()) {
    index.unshift(rest % length);
    rest = Math.floor(rest / length);
  }
  return index;
}
