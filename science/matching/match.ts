/** Two tables as one: rows that are near each other on the sky, or have the same key, beside each other. */

import { isMap, type TreeValue } from "asdf-wasm";
import { beside, computedTable, unused } from "../tables/beside.ts";
import { indexOf, type TableSource } from "../tables/columns.ts";
import { type SkyColumns, skyPositions } from "../tables/named.ts";
import { NO_ROW, pickedRows } from "../tables/picked.ts";
import { degreesOf, type PositionColumns } from "../tables/positions.ts";
import { readPositions } from "../tables/rows.ts";
import { pairsByKey } from "./byKey.ts";
import { pairsOnSky, type RowPairs, type SkyPairs, type SkyRows } from "./onSky.ts";

/** Which rows of two tables belong together, and which of them are in the result. */
export interface MatchOptions {
  /** The greatest separation in arcseconds. */
  readonly radius?: number | undefined;
  /** The names of the columns of positions; by default they are found by usual names. */
  readonly positions?: readonly [left: SkyColumns | undefined, right: SkyColumns | undefined] | undefined;
  /**
   * The names of the columns of standard deviations: of both coordinates on the sky, or one for longitudes (on the sky) and one for
   * latitudes. Without a unit they are arcseconds; negative ones are not known.
   */
  readonly errors?: readonly [left: readonly string[], right: readonly string[]] | undefined;
  /** The greatest separation in standard deviations of both positions. */
  readonly sigmas?: number | undefined;
  /** The names of columns with equal values, in place of positions. */
  readonly key?: readonly [left: string, right: string] | undefined;
  /**
   * Which rows of the second table belong to one of the first: all, or the nearest, which is 1, the second nearest, and so on. By default
   * the nearest one, and of equal keys all.
   */
  readonly find?: "all" | number | undefined;
  /**
   * Which rows the result has besides pairs: none, those of the first table that belong to no other, those of the second, or both; "anti"
   * are those of the first table that belong to no other, alone.
   */
  readonly join?: "inner" | "left" | "right" | "outer" | "anti" | undefined;
  /** Is told which share of the work is done, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Stops it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The rows of two tables that belong together, as a table: the columns of both, and how far apart their positions are. Names that both have
 * end with `_1` and `_2`; what a row does not have is masked. Metadata are those of both tables; of keys that both have, those of the second end with `_2`.
 *
 * @throws RangeError if there is no column of a name, positions are not found, or the tables do not fit together
 *
 * @example
 * const near = await match(stars, gaia, { radius: 1 });
 * const named = await match(near, names, { key: ["source_id", "id"], join: "left" });
 */
export async function match(
  left: TableSource,
  right: TableSource,
  options: MatchOptions,
): Promise<TableSource> {
  const { key, join = "inner", find = key ? "all" : 1 } = options;
  if (find !== "all" && !(Number.isInteger(find) && find > 0)) {
    throw new RangeError(`\`find\` is ${find}, not "all", 1, 2, …`);
  }
  const pairs = key ? await byKey(left, right, key, find, options) : await bySky(left, right, find, options);
  const rows = rowsOf(pairs, left.rows, right.rows, join);
  if (join === "anti") {
    return pickedRows(left, rows.left);
  }
  const apart = (name: string, unit: string, description: string, values: readonly number[] | undefined) =>
    values ? [{ name, unit, description, values: rows.pairs.map((pair) => values[pair] ?? Number.NaN) }] : [];
  const metadata = joinedMetadata(left.metadata, right.metadata);
  const found = beside(
    pickedRows(named(left, right, 1), rows.left),
    pickedRows(named(right, left, 2), rows.right),
    computedTable(rows.left.length, [
      ...apart("separation", "arcsec", "Distance on the sky", pairs.separations),
      ...apart("sigmas", "", "Distance in standard deviations", pairs.sigmas),
    ]),
  );
  return { ...found, ...(metadata !== undefined && { metadata }) };
}

/** Those of both tables. Of keys that both have, the first table has its own, and the second those with `_2` at the end, unless they are the same. */
function joinedMetadata(left: TreeValue | undefined, right: TreeValue | undefined): TreeValue | undefined {
  if (!isMap(left) || !isMap(right)) {
    return left ?? right;
  }
  const names = new Set(Object.keys(left));
  const others = Object.entries(right)
    .filter(([key, value]) => left[key] !== value)
    .map(([key, value]) => [unused(key, names), value] as const);
  return { ...left, ...Object.fromEntries(others) };
}

type Pairs = RowPairs & Partial<SkyPairs>;
type Find = "all" | number;

async function byKey(
  left: TableSource,
  right: TableSource,
  names: readonly [left: string, right: string],
  find: Find,
  { signal = never(), onProgress }: MatchOptions,
): Promise<Pairs> {
  const [one, other] = [keyIn(left, names[0]), keyIn(right, names[1])];
  if (left.columns[one]?.isText !== right.columns[other]?.isText) {
    throw new RangeError(
      `of the keys \`${names[0]}\` and \`${names[1]}\` one is text, and the other one is not`,
    );
  }
  const [[keys], [others]] = [
    await left.read([one], undefined, signal),
    await right.read([other], undefined, signal),
  ];
  return keys && others ? pairsByKey(keys, others, find, signal, onProgress) : { left: [], right: [] };
}

function keyIn(table: TableSource, name: string): number {
  const index = indexOf(table, name);
  if (!table.columns[index]?.sortable) {
    throw new RangeError(`the column \`${name}\` has not one value in each row: it is no key`);
  }
  return index;
}

async function bySky(
  left: TableSource,
  right: TableSource,
  find: Find,
  { radius, sigmas, errors, positions, signal = never(), onProgress }: MatchOptions,
): Promise<Pairs> {
  for (const [name, value] of Object.entries({ radius, sigmas })) {
    if (value !== undefined && !(value >= 0)) {
      throw new RangeError(`\`${name}\` is ${value}, not 0 or more`);
    }
  }
  if ((sigmas === undefined) !== (errors === undefined)) {
    throw new RangeError("`sigmas` and `errors` are given together");
  }
  if (find === "all" && radius === undefined && sigmas === undefined) {
    throw new RangeError("all that are near are found within a `radius` or so many `sigmas`");
  }
  const [one, other] = [skyPositions(left, positions?.[0]), skyPositions(right, positions?.[1])];
  if (isOwn(one) !== isOwn(other)) {
    throw new RangeError(
      "the reference system of the positions of one table is not known: name its columns and their frame",
    );
  }
  const rows = [
    await skyRows(left, one, errors?.[0], signal),
    await skyRows(right, other, errors?.[1], signal),
  ] as const;
  const nearness = { radius: radius ?? Number.POSITIVE_INFINITY, sigmas, find };
  const { sigmas: found, ...pairs } = await pairsOnSky(...rows, nearness, signal, onProgress);
  return { ...pairs, ...(sigmas !== undefined && { sigmas: found }) };
}

function isOwn({ place }: PositionColumns): boolean {
  return "sky" in place && place.sky === "own";
}

async function skyRows(
  table: TableSource,
  columns: PositionColumns,
  errors: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<SkyRows> {
  const read = await readPositions(table, columns, signal);
  return {
    // 0° and 360° are the same meridian, without a difference by rounding.
    positions: read.map((degrees, i) => (i % 2 === 0 ? degrees % 360 : degrees)),
    errors: errors && (await deviationsIn(table, errors, signal)),
  };
}

/** In arcseconds, to the east and to the north. */
async function deviationsIn(
  table: TableSource,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Float64Array> {
  const [x, y = x, ...more] = names.map((name) => indexOf(table, name));
  if (x === undefined || y === undefined || more.length > 0) {
    throw new RangeError(`errors are one column or two, not ${names.length}`);
  }
  const pairs = await readPositions(table, { x, y, place: { first: 0 } }, signal);
  const factors = [x, y].map((at) => (table.columns[at]?.unit ? 3600 * degreesOf(table.columns[at]) : 1));
  // Negative ones stand for what is not known.
  return pairs.map((value, i) => (value < 0 ? Number.NaN : value * (factors[i % 2] ?? 1)));
}

/** Pairs, and rows that belong to no other, in the order of the first table; then those of the second. */
function rowsOf(
  pairs: RowPairs,
  lefts: number,
  rights: number,
  join: MatchOptions["join"],
): { readonly left: Uint32Array; readonly right: Uint32Array; readonly pairs: Float64Array<ArrayBuffer> } {
  const rows = { left: [] as number[], right: [] as number[], pairs: [] as number[] };
  const add = (left: number, right: number, pair: number): void => {
    rows.left.push(left);
    rows.right.push(right);
    rows.pairs.push(pair);
  };
  const isPaired = new Uint8Array(rights);
  let next = 0;
  for (let row = 0; row < lefts; row += 1) {
    if (pairs.left[next] !== row && (join === "left" || join === "outer" || join === "anti")) {
      add(row, NO_ROW, -1);
    }
    for (; pairs.left[next] === row; next += 1) {
      const right = pairs.right[next] ?? NO_ROW;
      isPaired[right] = 1;
      if (join !== "anti") {
        add(row, right, next);
      }
    }
  }
  if (join === "right" || join === "outer") {
    for (let row = isPaired.indexOf(0); row >= 0; row = isPaired.indexOf(0, row + 1)) {
      add(NO_ROW, row, -1);
    }
  }
  return {
    left: Uint32Array.from(rows.left),
    right: Uint32Array.from(rows.right),
    pairs: Float64Array.from(rows.pairs),
  };
}

/** A table whose columns end with its number if the other table has their names, too. */
function named(table: TableSource, other: TableSource, number: 1 | 2): TableSource {
  const names = new Set(other.columns.map(({ name }) => name));
  // Statistics are of all rows.
  const columns = table.columns.map(({ nulls: _, bounds: __, ...column }) =>
    names.has(column.name) ? { ...column, name: `${column.name}_${number}` } : column,
  );
  return { ...table, columns };
}

function never(): AbortSignal {
  return new AbortController().signal;
}
