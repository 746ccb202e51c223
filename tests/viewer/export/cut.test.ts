/** FITS files that end inside the data of an HDU: the data that are there are found, equal those of the whole file, and are shown. */
import { readFileSync } from "node:fs";
import { lengthsThere } from "@asdf-wasm/science/elements/there";
import type { PlanePart } from "@asdf-wasm/www/viewer/protocol/plane.ts";
import { tableAnswers } from "@asdf-wasm/www/viewer/worker/calls/tables.ts";
import { readPlane } from "@asdf-wasm/www/viewer/worker/image/image.ts";
import { KeptPlanes } from "@asdf-wasm/www/viewer/worker/image/keptPlanes.ts";
import { type NdArray, open, slice } from "asdf-wasm";
import { describe, expect, test } from "vitest";
import { openFile } from "../support/openFile.ts";

const { signal } = new AbortController();
const bytesOf = (name: string) => readFileSync(new URL(`../../data/fits/${name}.fits`, import.meta.url));

/** Files that end inside the data of each HDU, at a part of them. */
async function* cuts(name: string, part: number) {
  const bytes = bytesOf(name);
  const whole = await open(bytes);
  for (const { index, data, offset, headerSize, dataSize } of whole.hdus) {
    if (data) {
      const file = await open(bytes.subarray(0, offset + headerSize + Math.floor(part * dataSize)));
      const array = file.hdus[index]?.data;
      expect(file.warnings.map(({ code }) => code)).toContain("truncated");
      yield { index, file, array: array as NdArray, whole: data };
    }
  }
}

describe.each([
  ["images", 0.7],
  ["images", 0.4],
  ["tiles", 0.9],
  ["tiles", 0.7],
  ["tables", 0.8],
  ["tables", 0.5],
] as const)("%s, of which %f is there", (name, part) => {
  test("what is there equals that of the whole file", async () => {
    let found = 0;
    for await (const { array, whole } of cuts(name, part)) {
      const lengths = await lengthsThere(array);
      const count = lengths.reduce((size, length) => size * length, 1);
      expect(count).toBeLessThan(array.size);
      if (count > 0) {
        found += 1;
        const selection = lengths.map((length) => slice(0, length));
        expect(await array.read(selection)).toEqual(await whole.read(selection));
      }
      await expect(array.read()).rejects.toMatchObject({ code: "truncated" });
    }
    expect(found).toBeGreaterThan(1);
  });
});

test("the viewer shows the rows of an image that are there, and says why there are no more", async () => {
  let shown = 0;
  for await (const { index, array, whole } of cuts("tiles", 0.8)) {
    const { shape } = array;
    const section = { axes: [...shape.keys()].slice(-2), index: shape.map(() => 0) };
    const parts: PlanePart[] = [];
    const reading = readPlane(
      {
        ...{ arrays: { readableAt: () => [`fits:${index}`, array] }, feeds: {}, isRemote: false },
        planes: new KeptPlanes(() => {}),
      },
      "stage",
      { node: 0, section, part: "amplitude", interval: "minmax" },
      signal,
      () => {},
      async (part) => void parts.push(structuredClone(part)),
    );
    // Of the first plane of the cube all is there.
    await reading.catch((cause: unknown) => expect(cause).toMatchObject({ code: "truncated" }));
    const rows = parts.at(-1)?.stop ?? 0;
    const before = shape.slice(0, -2).map(() => 0);
    if (rows > 0) {
      shown += 1;
      const expected = await whole.read([...before, slice(0, rows)]);
      const values = parts.flatMap(({ values }) => Array.from(values, Number));
      expect(values).toEqual(Array.from(expected.data as ArrayLike<number>, Number));
    }
  }
  expect(shown).toBeGreaterThan(15);
});

test("a table has the rows that are there", async () => {
  for await (const { file, array, index } of cuts("tables", 0.8)) {
    const opened = openFile(file);
    const table = opened.nodes.hduNodes().get(index) ?? -1;
    const { rows } = await tableAnswers.describe(opened, table);
    const [there] = await lengthsThere(array);
    expect(rows).toBe(there);
    expect(rows).toBeLessThan(4);
    const arrangement = { sort: undefined, filters: [] };
    const window = { rows: { start: 0, stop: rows }, columns: { start: 0, stop: 1 } };
    const { values } = await tableAnswers.window(opened, { table, arrangement, ...window }, signal);
    expect(values).toHaveLength(rows);
  }
});
