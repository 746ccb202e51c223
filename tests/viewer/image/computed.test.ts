/** Differences and ratios of arrays, computed run by run: types, overflow, NaN, masks, selections, refusals. */

import { computed } from "@asdf-wasm/www/viewer/worker/compare/computed.ts";
import { ndarray, type Rows, slice } from "asdf-wasm";
import { expect, test } from "vitest";
import { arrayAt } from "../../support/values.ts";
import { again } from "../../support/written.ts";

async function arrays(one: ReturnType<typeof ndarray>, other: ReturnType<typeof ndarray>) {
  const file = await again({ one, other });
  return [arrayAt(file, "one"), arrayAt(file, "other")] as const;
}

test("short integers differ without overflow, long ones are subtracted before they are rounded", async () => {
  const short = await arrays(ndarray(Uint8Array.of(0, 255, 7)), ndarray(Uint8Array.of(255, 0, 7)));
  const difference = computed("difference", ...short);
  expect(difference).toMatchObject({ shape: [3], dtype: "int32", compression: null, nbytes: 6 });
  expect((await difference.read([], {})).data).toEqual(Int32Array.of(-255, 255, 0));
  const most = 2n ** 64n - 1n;
  const long = await arrays(
    ndarray(BigUint64Array.of(most, 1n, 0n)),
    ndarray(BigUint64Array.of(most - 2n, 2n, most)),
  );
  const exact = await computed("difference", ...long).read([], {});
  expect(exact.data).toEqual(Float64Array.of(2, -1, -(2 ** 64)));
});

test("ratios follow IEEE 754, and NaN stays NaN", async () => {
  const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
  const both = await arrays(
    ndarray(Float32Array.of(1, 1, 0, nan, 3)),
    ndarray(Float32Array.of(2, 0, 0, 1, infinity)),
  );
  const ratio = await computed("ratio", ...both).read([], {});
  expect(ratio.data).toEqual(Float32Array.of(0.5, infinity, nan, nan, 0));
  const integers = await arrays(ndarray(Int16Array.of(1, -7)), ndarray(Int16Array.of(3, 0)));
  const exact = await computed("ratio", ...integers).read([], {});
  expect(exact.data).toEqual(Float64Array.of(1 / 3, -infinity));
});

test("a plane of a cube is read with its steps, in rows that come one after another", async () => {
  const shape = [2, 3000, 1000];
  const length = 6_000_000;
  const one = Float32Array.from({ length }, (_, i) => i % 1013);
  const other = Float32Array.from({ length }, (_, i) => i % 7);
  const both = await arrays(ndarray(one, { shape }), ndarray(other, { shape, compression: "zlib" }));
  const parts: Rows[] = [];
  const selection = [1, slice(1, 3000, 2), null];
  const read = await computed("difference", ...both).read(selection, {
    onRows: (rows) => parts.push({ ...rows, data: rows.data.slice() }),
  });
  const at = (row: number, column: number): number => 3_000_000 + (1 + 2 * row) * 1000 + column;
  const expected = Float32Array.from({ length: 1_500_000 }, (_, i) => {
    const from = at(Math.floor(i / 1000), i % 1000);
    return (one[from] ?? 0) - (other[from] ?? 0);
  });
  expect(read.shape).toEqual([1500, 1000]);
  expect(read.stride).toEqual([1000, 1]);
  expect(Buffer.compare(bytes(read.data), bytes(expected))).toBe(0);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.map(({ start }) => start)).toEqual([0, ...parts.slice(0, -1).map(({ stop }) => stop)]);
  expect(parts.at(-1)).toMatchObject({ stop: 1500, total: 1500 });
  const second = expected.subarray(1000 * (parts[1]?.start ?? 0), 1000 * (parts[1]?.stop ?? 0));
  expect(Buffer.compare(bytes(parts[1]?.data), bytes(second))).toBe(0);
});

test("a single element, and elements that are masked in either array", async () => {
  const both = await arrays(
    ndarray(Int16Array.of(1, 2, 3), { mask: Uint8Array.of(1, 0, 0) }),
    ndarray(Int16Array.of(1, 1, 1), { mask: Uint8Array.of(0, 0, 1) }),
  );
  const difference = computed("difference", ...both);
  expect(await difference.read([], {})).toMatchObject({ mask: Uint8Array.of(1, 0, 1) });
  expect(await difference.read([1], {})).toMatchObject({ data: Int32Array.of(1), shape: [] });
});

test("what cannot be computed is refused in a sentence", async () => {
  const [one, other] = await arrays(
    ndarray(Float32Array.of(1, 2), { shape: [1, 2] }),
    ndarray(Float32Array.of(1, 2), { shape: [2, 1] }),
  );
  expect(() => computed("difference", one, other)).toThrow(
    "the difference needs arrays of one shape, or images that both have a WCS, and these have 1 × 2 and 2 × 1: put them side by side",
  );
  const complex = await arrays(
    ndarray(Float32Array.of(1)),
    ndarray(Float32Array.of(1, 2), { shape: [1], dtype: "complex64" }),
  );
  expect(() => computed("ratio", complex[1], complex[1])).toThrow("the ratio of complex numbers");
});

function bytes(values: unknown): Uint8Array {
  return ArrayBuffer.isView(values)
    ? new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    : new Uint8Array();
}
