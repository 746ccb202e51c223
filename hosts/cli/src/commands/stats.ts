/** `stats`: statistics of an array, or of a part of it. */

import { grouped, many, shape } from "@asdf-wasm/science/format/format";
import { datatypeName } from "@asdf-wasm/science/tree/values";
import type { ArrayData, Datatype } from "asdf-wasm";
import type { Statistics } from "asdf-wasm/image";
import type { Context } from "../context.ts";
import { EXIT, Problem } from "../exit.ts";
import { namesIn, needsColumn } from "../reading/column.ts";
import { isComplex, real } from "../reading/modulus.ts";
import { openSource } from "../reading/open.ts";
import { Part } from "../reading/part.ts";
import { arrayIn } from "../reading/target.ts";
import { there } from "../reading/there.ts";
import { tellOfReading } from "../reading/warned.ts";
import { withBar } from "../terminal/progress.ts";
import { columns } from "../terminal/table.ts";

/** For larger parts, percentiles are estimated from a sample. */
const IN_MEMORY = 2 ** 28;
const SAMPLE = 2 ** 22;
/** In pairs, as `interval()` finds them. */
const PERCENTILES = [
  [1, 99],
  [5, 95],
  [25, 75],
  [50, 50],
] as const;

export interface StatsOptions {
  readonly exact?: boolean;
}

interface Found extends Omit<Statistics, "size"> {
  readonly infinite: number;
  readonly masked: number;
  readonly percentiles: readonly (readonly [percent: number, value: number])[];
  /** Whether the percentiles are computed from all values. */
  readonly exact: boolean;
}

export async function run(context: Context, args: readonly string[], options: StatsOptions): Promise<number> {
  const [source = "", text] = args;
  using file = await openSource(source);
  using _told = tellOfReading(context, file);
  const target = await arrayIn(file, text);
  const cut = await there(file, target.node);
  const part = new Part(target, cut?.lengths);
  if (cut && target.selection.length === 0) {
    context.note(cut.note);
  }
  const { unit } = target;
  const of = isComplex(part.dtype) ? "absolute values" : undefined;
  const { path, dtype, size } = part;
  checkNumbers(path, dtype);
  const found = await statisticsOf(part, options);
  const { percentiles, ...numbers } = found;
  if (context.json) {
    const byPercent = Object.fromEntries(percentiles);
    context.printJson({
      path,
      dtype,
      shape: part.shape,
      size,
      ...(unit !== undefined && { unit }),
      ...(of !== undefined && { of }),
      ...numbers,
      percentiles: byPercent,
    });
    return EXIT.done;
  }
  const { style } = context;
  const counts = [
    ["values", grouped(found.count)],
    ...(found.nan > 0 ? [["NaN", grouped(found.nan)]] : []),
    ...(found.infinite > 0 ? [["infinite", grouped(found.infinite)]] : []),
    ...(found.masked > 0 ? [["masked", grouped(found.masked)]] : []),
  ];
  const values = (["min", "max", "mean", "std"] as const).map((name) => [name, String(found[name])]);
  const places = percentiles.map(([percent, value]) => [
    percent === 50 ? "median" : `${percent} %`,
    String(value),
  ]);
  const sampled = found.exact ? [] : [`Percentiles are of a sample; --exact uses ${many(size, "value")}.`];
  context.print(
    [style.heading(path), datatypeName(dtype), shape(part.shape), unit ?? "", of ? `(${of})` : ""]
      .filter((word) => word !== "")
      .join("  "),
    ...columns([...counts, ...values, ...places]),
    ...sampled,
  );
  return EXIT.done;
}

function checkNumbers(path: string, dtype: Datatype): void {
  const [column] = namesIn(dtype);
  if (column !== undefined) {
    throw needsColumn(path, column);
  }
  if (typeof dtype !== "string" || /^(?:float128|complex256)$/.test(dtype)) {
    const name = typeof dtype === "string" ? dtype : "text";
    throw new Problem(`\`${path}\` holds ${name}: this needs numbers of at most 64 bits`);
  }
}

async function statisticsOf(part: Part, { exact = false }: StatsOptions): Promise<Found> {
  const { statistics, interval } = await import("asdf-wasm/image");
  const isWhole = exact || part.nbytes <= IN_MEMORY;
  const step = isWhole ? 1 : coprime(Math.ceil(part.size / SAMPLE), part.shape.at(-1) ?? 1);
  const kept: ArrayData[] = [];
  let all: Omit<Statistics, "size"> = {
    ...{ count: 0, nan: 0, mean: Number.NaN, std: Number.NaN, min: Number.NaN, max: Number.NaN },
  };
  let masked = 0;
  let seen = 0;
  await withBar("Reading", async ({ report }) => {
    for await (const read of part.slabs({}, report)) {
      if (read.fields) {
        throw new Problem(`\`${part.path}\` holds records`);
      }
      const slab = real(read, part.dtype);
      all = merged(all, statistics(slab));
      masked += slab.mask?.reduce((sum, is) => sum + is, 0) ?? 0;
      kept.push(step === 1 ? slab : everyNth(slab, (step - (seen % step)) % step, step));
      seen += slab.data.length;
    }
  });
  const sample = joined(kept);
  const percentiles = PERCENTILES.flatMap(([low, high]): [number, number][] => {
    if (sample === undefined || all.count === 0) {
      return [];
    }
    const { min, max } = interval(sample, { kind: "percentile", percentile: [low, high] });
    return low === high
      ? [[low, min]]
      : [
          [low, min],
          [high, max],
        ];
  }).sort(([one], [other]) => one - other);
  const infinite = part.size - all.count - all.nan - masked;
  return { ...all, infinite, masked, percentiles, exact: step === 1 };
}

/** The statistics of two sets of values together (Chan, Golub and LeVeque 1979). */
function merged(one: Omit<Statistics, "size">, other: Omit<Statistics, "size">): Omit<Statistics, "size"> {
  const nan = one.nan + other.nan;
  if (one.count === 0 || other.count === 0) {
    return { ...(one.count === 0 ? other : one), nan };
  }
  const count = one.count + other.count;
  const difference = other.mean - one.mean;
  const squares =
    one.std ** 2 * one.count +
    other.std ** 2 * other.count +
    (difference ** 2 * one.count * other.count) / count;
  return {
    count,
    nan,
    min: Math.min(one.min, other.min),
    max: Math.max(one.max, other.max),
    mean: one.mean + (difference * other.count) / count,
    std: Math.sqrt(squares / count),
  };
}

/** The least step from `least` on that takes elements of every column. */
function coprime(least: number, width: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = least;
  while (divisor(step, width) > 1) {
    step += 1;
  }
  return step;
}

function everyNth({ data, mask }: ArrayData, first: number, step: number): ArrayData {
  const length = Math.max(0, Math.ceil((data.length - first) / step));
  const take = <T extends { [index: number]: unknown }>(values: T): T => {
    const taken: T = Reflect.construct(values.constructor, [length]);
    for (let i = 0; i < length; i += 1) {
      (taken as { [index: number]: unknown })[i] = values[first + i * step];
    }
    return taken;
  };
  return { data: take(data), shape: [length], stride: [1], ...(mask && { mask: take(mask) }) };
}

/** Readings one after another. */
function joined(parts: readonly ArrayData[]): ArrayData | undefined {
  const [first] = parts;
  if (first === undefined || parts.length === 1) {
    return first && flat(first);
  }
  const length = parts.reduce((sum, { data }) => sum + data.length, 0);
  const data: ArrayData["data"] = Reflect.construct(first.data.constructor, [length]);
  const mask = first.mask && new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    if (ArrayBuffer.isView(data)) {
      Reflect.apply(Reflect.get(data, "set"), data, [part.data, at]);
    }
    mask?.set(part.mask ?? [], at);
    at += part.data.length;
  }
  return { data, shape: [length], stride: [1], ...(mask && { mask }) };
}

function flat(part: ArrayData): ArrayData {
  return { ...part, shape: [part.data.length], stride: [1] };
}
