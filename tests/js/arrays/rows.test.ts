/** Rows of a result while it is being read: which come when, that they are right, and that they are the result's own. */
import { isDeepStrictEqual } from "node:util";
import { type ArrayData, type ByteSource, open, openSync, type Rows, slice } from "asdf-wasm";
import { describe, expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { arrayAt, bytesOf, column, failure } from "../../support/values.ts";

const [ROWS, COLUMNS] = [2000, 1500];
const content = Float32Array.from({ length: ROWS * COLUMNS }, (_, i) => Math.sin(i));
const swapped = new Uint8Array(content.slice().buffer);
Buffer.from(swapped.buffer).swap32();
const masked = Uint8Array.from({ length: ROWS * COLUMNS }, (_, i) => Number(i % 7 === 0));
const shape = [ROWS, COLUMNS];
const half = (source: number, row: number) =>
  `{start: [${row}, 0], ndarray: ${ndarray(source, "float32", [ROWS / 2, COLUMNS], `, offset: ${row * COLUMNS * 4}`)}}`;
const file = build(
  [
    `plain: ${ndarray(0, "float32", shape)}`,
    `packed: ${ndarray(1, "float32", shape)}`,
    `swapped: ${ndarray(2, "float32", shape).replace("little", "big")}`,
    `masked: ${ndarray(0, "float32", shape, ", mask: 0.0")}`,
    `mapped: ${ndarray(0, "float32", shape, `, mask: ${ndarray(3, "bool8", shape)}`)}`,
    `turned: ${ndarray(0, "float32", shape, ", strides: [4, 8000]")}`,
    `chunked: !core/chunked-ndarray-1.0.0 {shape: [${shape}], datatype: float32, chunks: [${half(0, 0)}, ${half(1, ROWS / 2)}]}`,
    `complex: ${ndarray(0, "complex64", [ROWS, COLUMNS / 2])}`,
    `text: ${ndarray(3, "[ascii, 100]", [300, 100])}`,
    `line: ${ndarray(1, "float32", [ROWS * COLUMNS])}`,
    `record: ${ndarray(0, "[{name: a, datatype: float32}, {name: b, datatype: float32}]", [10])}`,
  ].join("\n"),
  [
    { content, checksum: "right" },
    { content, compression: "zlib", checksum: "right" },
    { content: swapped },
    { content: masked },
  ],
);

/** A source that answers only up to byte `limit`; what lies behind waits until `release()`, or fails. */
class Held {
  readonly source: ByteSource;
  limit = Infinity;
  broken = false;
  #waiting: (() => void)[] = [];

  constructor(bytes: Uint8Array) {
    const read: ByteSource["read"] = async (offset, length) => {
      if (offset + length > this.limit) {
        if (this.broken) {
          throw new Error("the cable was cut");
        }
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
      return bytes.slice(offset, offset + length);
    };
    this.source = { size: bytes.length, read };
  }

  release(): void {
    this.limit = Infinity;
    for (const go of this.#waiting) {
      go();
    }
  }
}

/** The file on a source that will not answer beyond a part of a block. */
async function heldWithin(block: number, part: number) {
  const held = new Held(file);
  const opened = await open(held.source);
  const { offset = 0, usedSize = 0 } = (await opened.readBlockHeaders())[block] ?? {};
  held.limit = offset + part * usedSize;
  return { held, opened };
}

/** Each range of rows follows the one before it, and all of them are the result. */
function check(rows: readonly Rows[], result: ArrayData): void {
  const length = result.shape.slice(1).at(-1) ?? 1;
  const size = result.shape.reduce((size, axis) => size * axis, 1);
  const places = size > 0 ? result.data.length / size : 1;
  let given = 0;
  for (const { start, stop, total, ...part } of rows) {
    expect(start).toBe(given);
    expect(part.shape).toEqual([stop - start, ...result.shape.slice(1).slice(-1)]);
    expect(total * length * places).toBe(result.data.length);
    const [from, to] = [start * length, stop * length];
    expect(
      isDeepStrictEqual(part.data, result.data.slice(from * places, to * places)),
      `rows ${start} to ${stop}`,
    ).toBe(true);
    if (result.mask) {
      expect(isDeepStrictEqual(part.mask, result.mask.slice(from, to))).toBe(true);
    }
    given = stop;
  }
  expect(given * length * places).toBe(result.data.length);
}

describe("while a part of a block has arrived", () => {
  test.each([
    ["plain", 0],
    ["packed", 1],
    ["swapped", 2],
    ["masked", 0],
    ["chunked", 0],
    ["complex", 0],
    ["line", 1],
  ] as const)("%s: the first rows are handed over, views of the result", async (name, block) => {
    const { held, opened } = await heldWithin(block, 0.3);
    const rows: Rows[] = [];
    let first = () => {};
    const begun = new Promise<void>((resolve) => {
      first = resolve;
    });
    const reading = arrayAt(opened, name).read([], {
      onRows: (some) => {
        rows.push(some);
        first();
      },
    });
    await begun;
    expect(rows.at(-1)?.stop).toBeLessThan((rows[0]?.total ?? 0) * 0.4);
    held.release();
    const result = column(await reading);
    check(rows, result);
    expect(rows.length).toBeGreaterThan(1);
    for (const { data, mask } of rows) {
      expect(ArrayBuffer.isView(data) && data.buffer).toBe(
        ArrayBuffer.isView(result.data) && result.data.buffer,
      );
      expect(mask?.buffer).toBe(result.mask?.buffer);
    }
  });
});

test.each(["turned", "mapped", "text"])("%s: in the end all rows were handed over", async (name) => {
  const rows: Rows[] = [];
  const result = await arrayAt(await open(new Blob([file])), name).read([], {
    onRows: (some) => rows.push(some),
  });
  check(rows, column(result));
});

test("rows of a selection, of a cube and of a preview are those of its result", async () => {
  const opened = await open(new Blob([file]));
  const read = async (name: string, selection: Parameters<ReturnType<typeof arrayAt>["read"]>[0]) => {
    const rows: Rows[] = [];
    const result = await arrayAt(opened, name).read(selection, { onRows: (some) => rows.push(some) });
    check(rows, column(result));
    return rows;
  };
  for (const name of ["plain", "packed", "chunked"]) {
    await read(name, [slice(3, 1900, 2), slice(10, 20)]);
    await read(name, [slice(null, null, -1)]);
    await read(name, [7]);
    await read(name, [7, 9]);
    expect(await read(name, [slice(5, 5)])).toEqual([]);
  }
  const rows: Rows[] = [];
  const { step, ...small } = await arrayAt(opened, "packed").preview({
    maxSize: 100,
    onRows: (some) => rows.push(some),
  });
  expect(step).toBe(20);
  check(rows, column(small));
  const cube = await open(
    build(`cube: ${ndarray(0, "uint8", [2, 3, 5])}`, [{ content: content.slice(0, 8) }]),
  );
  const planes: Rows[] = [];
  await arrayAt(cube, "cube").read([], { onRows: (some) => planes.push(some) });
  expect(planes).toMatchObject([{ start: 0, stop: 6, total: 6, shape: [6, 5], stride: [5, 1] }]);
});

test("where the file is in memory, all rows come at once, and are a view of the result", async () => {
  const whole = openSync(file);
  const rows: Rows[] = [];
  const result = column(await arrayAt(whole, "plain").read([], { onRows: (some) => rows.push(some) }));
  expect(rows).toHaveLength(1);
  expect(bytesOf({ ...result, ...rows[0] }).buffer).toBe(bytesOf(result).buffer);
  check(rows, result);
});

test("a record has no rows", async () => {
  const onRows = () => expect.unreachable();
  expect((await arrayAt(openSync(file), "record").read([], { onRows })).shape).toEqual([10]);
});

test.each([
  ["plain", 0],
  ["packed", 1],
] as const)(
  "%s: what was handed over before a failure is right, and the next read works",
  async (name, block) => {
    const { held, opened } = await heldWithin(block, 0.6);
    held.broken = true;
    const rows: Rows[] = [];
    const error = await failure(() => arrayAt(opened, name).read([], { onRows: (some) => rows.push(some) }));
    expect(error).toMatchObject({ code: "network", message: expect.stringContaining("the cable was cut") });
    const stop = rows.at(-1)?.stop ?? 0;
    expect(stop).toBeGreaterThan(ROWS / 4);
    for (const { data, start, stop } of rows) {
      expect(isDeepStrictEqual(data, content.slice(start * COLUMNS, stop * COLUMNS))).toBe(true);
    }
    held.limit = Infinity;
    expect(isDeepStrictEqual(column(await arrayAt(opened, name).read()).data, content)).toBe(true);
  },
);

test("who is handed rows may say that it is enough", async () => {
  const opened = await open(new Blob([file]));
  const enough = new Error("enough");
  const onRows = () => {
    throw enough;
  };
  await expect(arrayAt(opened, "packed").read([], { onRows })).rejects.toBe(enough);
  expect(isDeepStrictEqual(column(await arrayAt(opened, "packed").read()).data, content)).toBe(true);
});

test("pieces are taken in the order of the file, whichever comes first", async () => {
  const seen: number[] = [];
  const source: ByteSource = {
    size: file.length,
    read: async (offset, length) => {
      // Of those under way at a time the last one asked for comes first.
      await new Promise((resolve) => setTimeout(resolve, 20 - (seen.push(offset) % 4) * 5));
      return file.slice(offset, offset + length);
    },
  };
  const opened = await open(source);
  for (const name of ["plain", "packed", "swapped"]) {
    const rows: Rows[] = [];
    const result = column(await arrayAt(opened, name).read([], { onRows: (some) => rows.push(some) }));
    check(rows, result);
    expect(isDeepStrictEqual(result.data, content)).toBe(true);
  }
});
