import { type ArrayData, AsdfError, init, type TypedArray } from "asdf-wasm";
import {
  COLORMAPS,
  interval,
  levels,
  render,
  type Stretch,
  shrink,
  statistics,
  toneCurve,
} from "asdf-wasm/image";
import { beforeAll, describe, expect, test } from "vitest";
import vectors from "./image.vectors.json" with { type: "json" };

beforeAll(() => init());

/** The same numbers as image.vectors.py makes. */
function noise(index: number): number {
  return (Math.imul(index, 2654435761) + 12345) >>> 0;
}

function floatAt(index: number): number {
  const special = [[97, 0, Number.NaN] as const, [1001, 5, Infinity] as const, [1001, 6, -Infinity] as const];
  const found = special.findLast(([every, start]) => index % every === start);
  return found ? found[2] : (noise(index) - 2 ** 31) / 2 ** 20;
}

const indices = Array.from({ length: vectors.size }, (_, index) => index);
const arrays: Record<keyof typeof vectors.arrays, TypedArray> = {
  int8: Int8Array.from(indices, (index) => noise(index) >>> 24),
  int16: Int16Array.from(indices, (index) => noise(index) >>> 16),
  int32: Int32Array.from(indices, noise),
  int64: BigInt64Array.from(indices, (index) => BigInt(noise(index)) << 32n),
  uint8: Uint8Array.from(indices, (index) => noise(index) >>> 24),
  uint16: Uint16Array.from(indices, (index) => noise(index) >>> 16),
  uint32: Uint32Array.from(indices, noise),
  uint64: BigUint64Array.from(indices, (index) => BigInt(noise(index)) << 32n),
  float32: Float32Array.from(indices, floatAt),
  float64: Float64Array.from(indices, floatAt),
};

function part(
  data: ArrayData["data"],
  shape: readonly number[] = [data.length],
  mask?: readonly number[],
): ArrayData {
  const stride = shape.map((_, axis) =>
    shape.slice(axis + 1).reduce((product, length) => product * length, 1),
  );
  return { data, shape, stride, ...(mask && { mask: Uint8Array.from(mask) }) };
}

function pixelsOf({ data }: ImageData): number[][] {
  return Array.from({ length: data.length / 4 }, (_, pixel) => [...data.subarray(4 * pixel, 4 * pixel + 4)]);
}

/** As JSON has it, in the package's words. */
function stretchOf(kind: string, a: number | null): Stretch {
  const stretch: Stretch = JSON.parse(JSON.stringify(a === null ? kind : { kind, a }));
  return stretch;
}

function codeOf(call: () => unknown): string | undefined {
  try {
    call();
  } catch (error) {
    return error instanceof AsdfError ? error.code : String(error);
  }
  return undefined;
}

describe.each(Object.entries(vectors.arrays))("%s", (name, expected) => {
  const data = new Map<string, TypedArray>(Object.entries(arrays)).get(name) ?? new Uint8Array();

  test("statistics are those of numpy", () => {
    const found = statistics(part(data));
    expect(found).toMatchObject({ min: expected.min, max: expected.max, count: expected.count });
    expect(found).toMatchObject({ nan: expected.nan, size: vectors.size });
    expect(found.mean / expected.mean).toBeCloseTo(1, 9);
    expect(found.std / expected.std).toBeCloseTo(1, 9);
  });

  test("percentiles are exactly those of numpy", () => {
    for (const [pair, limits] of expected.percentiles) {
      const [low = 0, high = 0] = pair ?? [];
      const { min, max, exact } = interval(part(data), { kind: "percentile", percentile: [low, high] });
      expect({ pair, limits: [min, max], exact }).toEqual({ pair, limits, exact: true });
    }
  });
});

describe("interval", () => {
  test("one percentage is centred, as in astropy", () => {
    const values = part(arrays.float32);
    const centred = interval(values, { kind: "percentile", percentile: 99.5 });
    expect(centred).toEqual(interval(values, { kind: "percentile", percentile: [0.25, 99.75] }));
  });

  test("minmax and manual", () => {
    const values = part(Float32Array.of(3, NaN, -1, 8), [4], [0, 0, 0, 1]);
    expect(interval(values, { kind: "minmax" })).toEqual({ min: -1, max: 3, exact: true });
    expect(interval(values, { kind: "manual", min: 5, max: 4 })).toEqual({ min: 5, max: 4, exact: true });
  });

  test("masked values do not take part", () => {
    const mask = indices.map((index) => index % 2);
    const even = arrays.float64.filter((_: number | bigint, index: number) => index % 2 === 0);
    const options = { kind: "percentile", percentile: [2, 97] } as const;
    expect(interval(part(arrays.float64, [vectors.size], mask), options)).toEqual(
      interval(part(even), options),
    );
  });

  test("a sample is spread over rows and columns, and said to be one", () => {
    const columns = Float32Array.from({ length: 512 * 512 }, (_, index) => index % 512);
    const options = { kind: "minmax", sample: 4096 } as const;
    const found = interval(part(columns, [512, 512]), options);
    expect(found.exact).toBe(false);
    expect(found.min).toBeLessThan(3);
    expect(found.max).toBeGreaterThan(508);
    expect(interval(part(columns.subarray(0, 4096)), options).exact).toBe(true);
  });

  test("without a finite value there are no limits", () => {
    for (const data of [new Float32Array(), Float32Array.of(NaN, Infinity)]) {
      for (const options of [{ kind: "minmax" }, { kind: "percentile", percentile: 99 }] as const) {
        expect(interval(part(data), options)).toEqual({ min: NaN, max: NaN, exact: true });
      }
    }
  });

  test("an array that is handed over in many pieces", () => {
    const count = 700_001;
    const values = Float32Array.from({ length: count }, (_, index) => (index * 7919) % count);
    const all = statistics(part(values));
    expect(all).toMatchObject({ min: 0, max: count - 1, count });
    expect(all.mean).toBeCloseTo((count - 1) / 2, 6);
    const found = interval(part(values), { kind: "percentile", percentile: [25, 50] });
    expect(found).toEqual({ min: (count - 1) / 4, max: (count - 1) / 2, exact: true });
  });

  test("percentiles outside 0 to 100 are refused", () => {
    for (const percentile of [-1, 101, NaN, [50, 40], [0, 101]] as const) {
      expect(() => interval(part(arrays.int8), { kind: "percentile", percentile })).toThrow(
        expect.objectContaining({ code: "bad-argument" }),
      );
    }
  });
});

describe("render", () => {
  const values = Float32Array.of(0, 1, 2, 3, NaN, 9);

  test("the first row is at the bottom unless asked otherwise", () => {
    const picture = part(values, [2, 3]);
    const options = { min: 0, max: 4, nan: [1, 2, 3, 4] } as const;
    const first = [0, 64, 128].map((gray) => [gray, gray, gray, 255]);
    const second = [[192, 192, 192, 255], options.nan, [255, 255, 255, 255]];
    expect(pixelsOf(render(picture, { ...options, origin: "upper" }))).toEqual([...first, ...second]);
    const lower = render(picture, options);
    expect(pixelsOf(lower)).toEqual([...second, ...first]);
    expect([lower.width, lower.height]).toEqual([3, 2]);
  });

  test("colour maps by name and by value", () => {
    const options = { min: 0, max: 3, origin: "upper" } as const;
    const named = render(part(values), { ...options, colormap: "viridis" });
    const given = render(part(values), { ...options, colormap: COLORMAPS.viridis });
    expect(pixelsOf(named)[0]).toEqual([68, 1, 84, 255]);
    expect(pixelsOf(named)[5]).toEqual([253, 231, 37, 255]);
    expect(given).toEqual(named);
  });

  test("a large picture is drawn whole", () => {
    const [width, height] = [701, 999];
    const rows = Uint16Array.from({ length: width * height }, (_, index) => Math.floor(index / width));
    const { data } = render(part(rows, [1, height, width]), { min: 0, max: 256 });
    const column = Array.from({ length: height }, (_, row) => data[4 * row * width]);
    expect(column).toEqual(column.map((_, row) => Math.min(height - 1 - row, 255)));
  });

  test("what is no picture is refused", () => {
    const options = { min: 0, max: 1 };
    expect(codeOf(() => render(part(new Float32Array(8), [2, 2, 2]), options))).toBe("bad-array");
    expect(codeOf(() => render(part(new Float32Array(), [0, 3]), options))).toBe("bad-array");
    expect(codeOf(() => render(part(new Float32Array(5), [2, 3]), options))).toBe("bad-array");
    expect(codeOf(() => render(part(new Float32Array(12), [2, 3]), options))).toBe("unsupported-datatype");
    expect(codeOf(() => render(part(["a"]), options))).toBe("unsupported-datatype");
    expect(codeOf(() => statistics(part([1n])))).toBe("unsupported-datatype");
    const records = { fields: { flux: part(new Float32Array(4)) }, shape: [2, 2] };
    expect(codeOf(() => render(records, options))).toBe("unsupported-datatype");
    expect(() => render(part(values), { ...options, colormap: new Uint8Array(5) })).toThrow(
      expect.objectContaining({ code: "bad-argument" }),
    );
  });
});

describe.each(vectors.stretches)("the stretch $kind with the parameter $a", ({ kind, a, turns }) => {
  const stretch = stretchOf(kind, a);

  test.each(turns)("is that of astropy, at contrast $contrast and bias $bias", (turn) => {
    const { contrast, bias } = turn;
    const tone = { min: -1500, max: 1000, stretch, contrast, bias };
    const curve = toneCurve(tone);
    for (const [i, place] of vectors.places.entries()) {
      expect(curve(place)).toBeCloseTo(turn.curve[i] ?? Number.NaN, 12);
    }
    const seen = render(part(arrays.float32.subarray(0, turn.levels.length)), tone);
    const colors = turn.levels.map((level) => (level === null ? [0, 0, 0, 0] : [level, level, level, 255]));
    expect(pixelsOf(seen)).toEqual(colors);
  });

  test("reaches a level where it is said to", () => {
    for (const { contrast, bias } of turns) {
      const tone = { min: 0, max: 1, stretch, contrast, bias };
      const curve = toneCurve(tone);
      for (const [index, where] of levels(tone).entries()) {
        const level = (index + 1) / 256;
        expect(curve(where)).toBeCloseTo(Math.min(Math.max(level, curve(0)), curve(1)), 12);
      }
    }
  });
});

test("stretches that make no sense are refused", () => {
  const limits = { min: 0, max: 1 };
  for (const a of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => levels({ ...limits, stretch: { kind: "log", a } })).toThrow(
      expect.objectContaining({ code: "bad-argument" }),
    );
    expect(() => levels({ ...limits, contrast: -Math.abs(a) })).toThrow(
      expect.objectContaining({ code: "bad-argument" }),
    );
  }
  expect(() => levels({ ...limits, stretch: { kind: "powerdist", a: 1 } })).toThrow(
    expect.objectContaining({ code: "bad-argument" }),
  );
  expect(() => levels({ ...limits, bias: Number.NaN })).toThrow(
    expect.objectContaining({ code: "bad-argument" }),
  );
  const unknown: { stretch?: Stretch } = JSON.parse('{ "stretch": "constructor" }');
  expect(() => render(part(arrays.int8, [1, vectors.size]), { ...limits, ...unknown })).toThrow(
    expect.objectContaining({ code: "bad-argument" }),
  );
});

test("colour maps have 256 colours", () => {
  const names = Object.keys(COLORMAPS);
  expect(names.length).toBeGreaterThanOrEqual(24);
  expect(names).toEqual(
    expect.arrayContaining(["gray", "viridis", "turbo", "thermal", "phase", "heat", "sls"]),
  );
  expect(new Set(Object.values(COLORMAPS).map((colors) => colors.length))).toEqual(new Set([768]));
  for (const [name, ends] of [
    ["gray", [0, 0, 0, 255, 255, 255]],
    ["inferno", [0, 0, 4, 252, 255, 164]],
    ["thermal", [4, 35, 51, 232, 250, 91]],
    ["heat", [0, 0, 0, 255, 255, 255]],
    ["aips0", [50, 50, 50, 255, 0, 0]],
  ] as const) {
    expect([...COLORMAPS[name].subarray(0, 3), ...COLORMAPS[name].subarray(765)]).toEqual(ends);
  }
  expect([...COLORMAPS.heat.subarray(3 * 128, 3 * 129)]).toEqual([255, 128, 0]);
});

describe("shrink", () => {
  test("blocks become their mean or their maximum, smaller ones at the ends too", () => {
    const plane = part(
      Int16Array.from({ length: 15 }, (_, i) => i),
      [1, 3, 5],
    );
    const means = shrink(plane, { step: 2 });
    expect([means.shape, means.stride, [...means.data]]).toEqual([
      [2, 3],
      [3, 1],
      [3, 5, 6.5, 10.5, 12.5, 14],
    ]);
    expect([...shrink(plane, { step: 2, by: "maximum" }).data]).toEqual([6, 8, 9, 11, 13, 14]);
    expect([...shrink(plane, { step: 1 }).data]).toEqual([...plane.data]);
    expect([...shrink(plane, { step: 99 }).data]).toEqual([7]);
  });

  test("NaN and masked elements do not count; a block without others is NaN", () => {
    const values = Float32Array.of(Number.NaN, 1, Number.NaN, Number.NaN, 3, 90, Number.NaN, Number.NaN);
    const plane = part(values, [2, 4], [0, 0, 0, 0, 0, 1, 0, 0]);
    expect([...shrink(plane, { step: 2 }).data]).toEqual([2, Number.NaN]);
    expect([...shrink(plane, { step: 2, by: "maximum" }).data]).toEqual([3, Number.NaN]);
    const low = part(Float32Array.of(-5, Number.NEGATIVE_INFINITY), [1, 2]);
    expect([...shrink(low, { step: 2, by: "maximum" }).data]).toEqual([-5]);
  });

  test.each(Object.entries(arrays))("%s keeps the size of its numbers", (_, data) => {
    const [mean = 0] = shrink(part(data.slice(1, 3), [1, 2]), { step: 2 }).data;
    const expected = (Number(data[1]) + Number(data[2])) / 2;
    expect(Math.abs(mean - expected)).toBeLessThanOrEqual(1e-7 * Math.abs(expected));
    const wide = data instanceof Float32Array || data.BYTES_PER_ELEMENT < 4 ? Float32Array : Float64Array;
    expect(shrink(part(data.slice(0, 1), [1, 1]), { step: 1 }).data).toBeInstanceOf(wide);
  });

  test("what cannot be is refused", () => {
    const plane = part(new Float32Array(4), [2, 2]);
    for (const step of [0, -1, 1.5, Number.NaN]) {
      expect(codeOf(() => shrink(plane, { step }))).toBe("bad-argument");
    }
    expect(codeOf(() => shrink(plane, { step: 2, by: "median" as "mean" }))).toBe("bad-argument");
    expect(codeOf(() => shrink(plane, { stepp: 2 } as unknown as { step: number }))).toBe("bad-argument");
    expect(codeOf(() => shrink(part(new Float32Array(8), [2, 2, 2]), { step: 2 }))).toBe("bad-array");
  });
});
