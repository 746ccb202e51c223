/** `stack()`: anyone's files as one array. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type NdArray, ndarray, open, slice, stack, type Warning, write } from "asdf-wasm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../../support/build.ts";
import { counting, hdu, image, PRIMARY } from "../../support/fits.ts";
import { failure } from "../../support/values.ts";

const SHAPE = [2, 3];
const folder = mkdtempSync(join(tmpdir(), "asdf-stack-"));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** An ASDF file whose `data` are `start`, `start + 1`, …, and whose `flags` are integers. */
async function exposure(start: number, shape = SHAPE): Promise<Blob> {
  const count = shape.reduce((product, length) => product * length, 1);
  const pixels = Float32Array.from({ length: count }, (_, i) => start + i);
  return write({
    data: ndarray(pixels, { shape, compression: "zlib" }),
    flags: ndarray(Uint16Array.from(pixels), { shape }),
  });
}

/** The same pixels in the HDU `SCI` of a FITS file. */
const fits = (start: number) => counting(start, SHAPE);

/** What numpy.stack has in C order: the element `i` of the file `n` is `6 * n + i`. */
function stacked(count: number, axis: number): number[] {
  const [inner = 1, outer = 1] = [SHAPE.slice(axis), SHAPE.slice(0, axis)].map((lengths) =>
    lengths.reduce((product, length) => product * length, 1),
  );
  return Array.from({ length: outer }, (_, o) =>
    Array.from({ length: count }, (__, n) =>
      Array.from({ length: inner }, (___, i) => 6 * n + o * inner + i),
    ),
  ).flat(2);
}

beforeAll(async () => {
  for (const n of [0, 1, 2]) {
    writeFileSync(at(`e${n}.asdf`), new Uint8Array(await (await exposure(6 * n)).arrayBuffer()));
    writeFileSync(at(`e${n}.fits`), fits(6 * n));
  }
  writeFileSync(at("e1.fits.gz"), gzipSync(fits(6)));
});

test("the exposures of a night, as one cube", async () => {
  // The example of docs/references.md.
  const paths = [at("e0.asdf"), at("e1.asdf"), at("e2.asdf")];
  const missing: string[] = [];
  const cube = await stack(paths, { path: "data", onWarning: ({ message }) => missing.push(message) });
  expect(cube.shape).toEqual([3, 2, 3]);
  const lightCurve = await cube.read([null, 1, 2]);
  expect(lightCurve.data).toEqual(Float32Array.of(5, 11, 17));
  expect(missing).toEqual([]);
});

describe("as numpy.stack", () => {
  test.each([0, 1, 2, -1, -2, -3])("a new axis %i", async (axis) => {
    const cube = await stack([at("e0.asdf"), at("e1.fits"), at("e2.fits")], { axis });
    const place = axis < 0 ? axis + 3 : axis;
    expect(cube.shape).toEqual([...SHAPE].toSpliced(place, 0, 3));
    expect(cube).toMatchObject({ dtype: "float32", masked: false, error: undefined });
    const rows: number[] = [];
    const { data } = await cube.read([], {
      onRows: ({ data: some }) => rows.push(...(some as Float32Array)),
    });
    expect([...(data as Float32Array)]).toEqual(stacked(3, place));
    expect(rows).toEqual(stacked(3, place));
    const chosen = [slice(null, null, -1), slice(1, 2), 1];
    const picked = await cube.read(chosen);
    const whole = (await write({
      cube: ndarray(Float32Array.from(stacked(3, place)), { shape: cube.shape }),
    })) as Blob;
    const same = await (await open(whole)).array("cube").read(chosen);
    expect(picked.shape).toEqual(same.shape);
    expect((picked as { data: unknown }).data).toEqual((same as { data: unknown }).data);
  });

  test("rows have the masks of their files", async () => {
    const blank = hdu([...image("SCI", 16, [4, 2]), ["BLANK", 0]], Buffer.alloc(16));
    const file = new Uint8Array(Buffer.concat([hdu(PRIMARY), blank]));
    const cube = await stack([file, file]);
    const masks: number[] = [];
    const { mask } = await cube.read([], { onRows: ({ mask: its }) => masks.push(...(its ?? [])) });
    expect([...(mask ?? [])]).toEqual(Array.from({ length: 16 }, () => 1));
    expect(masks).toEqual([...(mask ?? [])]);
  });

  test("is written as a block; elements of files that are not there are masked", async () => {
    const cube = await stack([at("e0.asdf"), at("e1.fits"), at("e2.fits")]);
    using written = await open(await write({ cube }));
    expect(written.array("cube").source).toBe(0);
    expect([...(await written.array("cube", "float32").read()).data]).toEqual(stacked(3, 0));

    const flags = await stack([at("e0.asdf"), at("e1.asdf"), at("lost.asdf")], { path: "flags" });
    using masked = await open(await write({ flags }));
    const { data, mask } = await masked.array("flags", "uint16").read();
    expect([...(mask ?? [])]).toEqual([...Array(12).fill(0), ...Array(6).fill(1)]);
    expect([...data].slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("sources of every kind: paths, URLs, Blobs, bytes, packed files, arrays of open files", async () => {
    using file = await open(at("e2.asdf"));
    const sources = [
      await exposure(0),
      new URL(`file://${at("e1.fits.gz")}`),
      file.array("data"),
      fits(18),
      new File([fits(24)], "last.fits"),
      new File([fits(30)], "last.fits"),
    ];
    const cube: NdArray = await stack(sources);
    expect(cube.files).toEqual([
      "source 0",
      `file://${at("e1.fits.gz")}`,
      "source 2",
      "source 3",
      "last.fits",
      "last.fits (2)",
    ]);
    expect((await cube.read([null, 0, 0])).data).toEqual(Float32Array.of(0, 6, 12, 18, 24, 30));
  });
});

describe("files that are not as they should be", () => {
  test("of a thousand, those that cannot be read are NaN, or masked, and named; the first may be one of them", async () => {
    const fails = (index: number) => index % 100 === 0;
    const asked = new Set<number>();
    const blob = await exposure(5);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const sources = Array.from({ length: 1000 }, (_, index) => ({
      size: bytes.length,
      read: async (offset: number, length: number) => {
        asked.add(index);
        if (fails(index)) {
          throw new Error("the disk is broken");
        }
        return bytes.slice(offset, offset + length);
      },
    }));
    const warnings: Warning[] = [];
    const options = { onWarning: (warning: Warning) => warnings.push(warning) };
    const cube = await stack(sources, { path: "data", ...options });
    expect([...asked]).toEqual([0, 1]);
    const { data } = await cube.read([null, 0, 0]);
    const values = [...(data as Float32Array)];
    expect(values.map(Number.isNaN)).toEqual(values.map((_, index) => fails(index)));
    expect(warnings.at(-1)).toMatchObject({ code: "missing-files", count: 10 });
    expect(warnings.at(-1)?.message).toMatch(
      /^10 of 1000 files .* are NaN: `source \d+`.*the disk is broken/,
    );
    const flags = await (await stack(sources, { path: "flags", ...options })).read([slice(99, 102), 1, 2]);
    expect(flags).toMatchObject({ data: Uint16Array.of(10, 0, 10), mask: Uint8Array.of(0, 1, 0) });
  });

  test("another shape or datatype is refused by name, when the file is read", async () => {
    const cube = await stack([at("e0.asdf"), new File([await exposure(0, [3, 2])], "turned.asdf")], {
      path: "data",
    });
    expect((await cube.read([0, 1, 1])).data).toEqual(Float32Array.of(4));
    const thrown = await failure(() => cube.read());
    expect(thrown.code).toBe("bad-array");
    expect(thrown.message).toBe(
      "`turned.asdf` holds 3 × 2 elements of float32, where the first file says 2 × 3 of float32",
    );
  });

  test("what cannot be stacked is refused", async () => {
    const path = at("e0.asdf");
    const codeOf = async (work: () => Promise<unknown>) => (await failure(work)).code;
    expect(await codeOf(() => stack([]))).toBe("bad-argument");
    expect(await codeOf(() => stack([path], { axis: 3 }))).toBe("bad-argument");
    expect(await codeOf(() => stack([path], { axis: 0.5 }))).toBe("bad-argument");
    expect(await codeOf(() => stack([path], { onWarning: 1 as never }))).toBe("bad-argument");
    expect((await failure(() => stack([path], { axes: 1 } as never))).message).toMatch(/did you mean `axis`/);
    expect((await failure(() => stack([path, path], { path: "dta" }))).message).toMatch(
      /did you mean `data`/,
    );
    expect(await codeOf(() => stack([at("none.asdf"), at("nor.asdf")]))).toBe("not-found");
    const text = build("names: !core/ndarray-1.0.0 {data: [a, b], datatype: [ascii, 1]}");
    expect(await codeOf(() => stack([text], { path: "names" }))).toBe("unsupported-datatype");
  });

  test("a stopped read ends", async () => {
    const controller = new AbortController();
    const cube = await stack([at("e0.asdf"), at("e1.asdf"), at("e2.asdf")], { path: "data" });
    const reading = cube.read([], { signal: controller.signal, onProgress: () => controller.abort() });
    expect((await failure(() => reading)).code).toBe("aborted");
    expect((await cube.read([2, 0, 0])).data).toEqual(Float32Array.of(12));
  });
});

test("files that are open are as many as 64, and those that are used again are opened again", async () => {
  let [now, most] = [0, 0];
  const bytes = fits(1);
  copyFileSync(at("e0.fits"), at("copy.fits"));
  const sources = Array.from({ length: 200 }, () => {
    let isOpen = false;
    return {
      size: bytes.length,
      read: async (offset: number, length: number) => {
        now += isOpen ? 0 : 1;
        isOpen = true;
        most = Math.max(most, now);
        return bytes.slice(offset, offset + length);
      },
      close: () => {
        now -= isOpen ? 1 : 0;
        isOpen = false;
      },
    };
  });
  const cube = await stack(sources);
  await cube.read();
  expect(most).toBeLessThanOrEqual(68);
  expect((await cube.read([slice(null, null, 50), 0, 0])).data).toEqual(Float32Array.of(1, 1, 1, 1));
});
