/** Views, not copies; what is verified; and how much memory reads take, WebAssembly's and this thread's. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open, openSync, WorkerPool, write, ndarray as written } from "asdf-wasm";
import { expect, onTestFinished, test, vi } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { refuseMemory } from "../../support/memory.ts";
import { arrayAt, bytesOf, column, failure } from "../../support/values.ts";

const content = Float64Array.from({ length: 64 }, (_, i) => i / 8);
const tree = `data: ${ndarray(0, "float64", [8, 8])}`;

/** The file in a larger buffer, placed so that its array is aligned for float64, or is not. */
function placed(shift: number, checksum?: "right" | "wrong") {
  const file = build(tree, [{ content, ...(checksum && { checksum }) }]);
  const start = (8 - ((file.length - content.byteLength) % 8)) % 8;
  const buffer = new ArrayBuffer(file.length + 16);
  const bytes = new Uint8Array(buffer, start + shift, file.length);
  bytes.set(file);
  return { buffer, bytes };
}

test.each([undefined, "right", "wrong"] as const)(
  "an array in memory is a view on request, digest %s",
  async (checksum) => {
    const { buffer, bytes } = placed(0, checksum);
    const file = openSync(bytes);
    const { data } = column(await arrayAt(file, "data").read([], { view: true }));
    expect(data).toEqual(content);
    expect(ArrayBuffer.isView(data) && data.buffer).toBe(buffer);
    expect(file.warnings.map(({ code }) => code)).toEqual(checksum === "wrong" ? ["checksum"] : []);
  },
);

test("a part that lies in one piece is a view as well", async () => {
  const { buffer, bytes } = placed(0);
  const part = column(await arrayAt(openSync(bytes), "data").read([3], { view: true }));
  expect(part.data).toEqual(content.slice(24, 32));
  expect(ArrayBuffer.isView(part.data) && part.data.buffer).toBe(buffer);
});

test("what is not aligned is copied, just itself", async () => {
  const { bytes } = placed(1);
  const part = column(await arrayAt(openSync(bytes), "data").read());
  expect(part.data).toEqual(content);
  expect(bytesOf(part).buffer.byteLength).toBe(content.byteLength);
});

test("a block has memory of its own", async () => {
  const { buffer, bytes } = placed(3, "right");
  const block = await openSync(bytes).readBlock(0);
  expect(block.buffer).not.toBe(buffer);
  expect(block).toEqual(new Uint8Array(content.buffer));
});

test("a wrong digest is an error where that is asked for, and nothing where it is not", async () => {
  const { bytes } = placed(0, "wrong");
  const strict = openSync(bytes, { checksums: "error" });
  expect(await failure(() => arrayAt(strict, "data").read())).toMatchObject({ code: "checksum", block: 0 });
  const lax = openSync(bytes, { checksums: "ignore" });
  expect(column(await arrayAt(lax, "data").read()).data).toEqual(content);
  expect(lax.warnings).toEqual([]);
});

test("a digest is verified once", async () => {
  const { bytes } = placed(0, "wrong");
  const file = openSync(bytes);
  await arrayAt(file, "data").read([0]);
  await arrayAt(file, "data").read();
  await file.readBlock(0);
  expect(file.warnings).toHaveLength(1);
});

test("a buffer that was given away", async () => {
  const { buffer, bytes } = placed(0);
  const file = openSync(bytes);
  structuredClone(buffer, { transfer: [buffer] });
  expect((await failure(() => arrayAt(file, "data").read())).code).toBe("source-changed");
});

test("there is no such block", async () => {
  const { bytes } = placed(0);
  for (const index of [1, -1, 0.5]) {
    expect((await failure(() => openSync(bytes).readBlock(index))).code).toBe("not-found");
  }
});

test("WebAssembly memory does not grow with what is read", async () => {
  const { default: loaded }: { default: () => Promise<WebAssembly.Exports> } = await import(
    new URL("../../../pkg/asdf_wasm.js", import.meta.url).href
  );
  const { memory } = await loaded();
  const size = () => (memory instanceof WebAssembly.Memory ? memory.buffer.byteLength : Number.NaN);
  const big = Uint32Array.from({ length: 2 ** 24 }, (_, i) => i ^ (i >> 7));
  const half = (source: number, row: number) =>
    `{start: [${row}, 0], ndarray: ${ndarray(source, "uint32", [2048, 4096], `, offset: ${row * 16384}`)}}`;
  const chunks = [half(0, 0), half(1, 2048)].join(", ");
  const bytes = build(
    [
      `masked: ${ndarray(0, "uint32", [4096, 4096], ", mask: 5")}`,
      `chunked: !core/chunked-ndarray-1.0.0 {shape: [4096, 4096], datatype: uint32, chunks: [${chunks}]}`,
      `packed: ${ndarray(0, "uint32", [4096, 4096])}`,
      `plain: ${ndarray(1, "uint32", [4096, 4096])}`,
      `turned: ${ndarray(1, "uint32", [4096, 4096], ", strides: [4, 16384]")}`,
    ].join("\n"),
    [
      { content: big, compression: "zlib", checksum: "right" },
      { content: big, checksum: "right" },
    ],
  );
  const before = size();
  for (const name of ["packed", "plain", "turned", "masked", "chunked"]) {
    using file = await open(new Blob([bytes]));
    const { data } = column(await arrayAt(file, name).read());
    expect([data.length, data[5]]).toEqual([2 ** 24, name === "turned" ? 20480 ^ 160 : 5]);
  }
  expect(size() - before).toBeLessThanOrEqual(32 * 2 ** 20);
});

const MIB = 2 ** 20;
/** The size of the array of `stored()`, and of the parts into which workers decode it. */
const SIZE = 16 * MIB;
const PART = MIB;

/** The same file in memory and on disk, with an array of noise and runs, which every compression shortens a little. */
async function stored(compression: "none" | "lz4") {
  let noise = 1;
  const next = () => {
    noise = (noise * 1103515245 + 12345) % 2 ** 31;
    return noise;
  };
  const content = Uint32Array.from({ length: SIZE / 4 }, (_, i) => (i % 64 < 24 ? 7 : next()));
  const bytes = await write({ data: written(content, { compression }) }, { as: "bytes" });
  const folder = mkdtempSync(join(tmpdir(), "asdf-memory-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "stored.asdf");
  writeFileSync(path, bytes);
  return { content, bytes, path };
}

/** The sizes of the larger buffers that this thread allocates from now on. */
function allocations(): number[] {
  const sizes: number[] = [];
  const counted = new Proxy(Uint8Array, {
    construct: (target, args, made) => {
      if (typeof args[0] === "number" && args[0] >= PART / 16) {
        sizes.push(args[0]);
      }
      return Reflect.construct(target, args, made);
    },
  });
  vi.stubGlobal("Uint8Array", counted);
  onTestFinished(() => void vi.unstubAllGlobals());
  return sizes;
}

test("an array on disk is read into the memory of the result", async () => {
  const { content, path } = await stored("none");
  using file = await open(path);
  const made = allocations();
  expect(column(await arrayAt(file, "data").read()).data[5]).toBe(content[5]);
  expect(made).toEqual([SIZE]);
});

test("a read from disk into given memory reuses its buffers for what is stored", async () => {
  const { content, path } = await stored("lz4");
  using file = await open(path);
  const into = new Uint32Array(content.length);
  const made = allocations();
  await file.array("data", "uint32").read([], { into });
  expect(Buffer.from(into.buffer).equals(Buffer.from(content.buffer))).toBe(true);
  const large = made.filter((size) => size > MIB / 2);
  // Four ranges are in use at once. They have two sizes, and a smaller buffer may come first.
  expect(large.length).toBeLessThanOrEqual(2 * 4);
  expect(Math.max(...large)).toBeLessThanOrEqual(MIB);
});

test("reads on workers into given memory reuse their buffers", async () => {
  const { content, bytes, path } = await stored("lz4");
  const into = new Uint32Array(content.length);
  for (const source of [bytes, path]) {
    using workers = new WorkerPool({ size: 2, part: PART });
    using file = await open(source, { workers });
    const array = file.array("data", "uint32");
    const made = allocations();
    for (let round = 0; round < 12; round += 1) {
      await array.read([], { into: into.fill(0) });
    }
    expect(Buffer.from(into.buffer).equals(Buffer.from(content.buffer))).toBe(true);
    // Each worker has two jobs. A job has one buffer for its elements, and four for what is stored, in ranges of two sizes.
    expect(made.length).toBeGreaterThan(0);
    expect(made.length).toBeLessThanOrEqual(2 * 2 * (1 + 2 * 4));
  }
});

test("memory that a machine does not have is `limit-exceeded` wherever it is asked for, and the next read works", async () => {
  const content = Float64Array.from({ length: 20_000 }, (_, i) => i);
  const bytes = build(`data: ${ndarray(0, "float64", [20_000])}`, [{ content, compression: "zlib" }]);
  const source = {
    size: bytes.length,
    read: async (at: number, length: number) => bytes.slice(at, at + length),
  };
  const works = [
    async () => arrayAt(await open(source), "data").read(),
    async () => arrayAt(await open(bytes), "data").read(),
    async () => write({ data: written([...content], { shape: [20_000], dtype: "float32" }) }),
  ];
  for (const work of works) {
    for (let refused = 0; ; refused += 1) {
      let left = refused;
      const restore = refuseMemory(() => {
        left -= 1;
        return left < 0;
      });
      const error = await work().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      restore();
      if (error === undefined) {
        expect(refused).toBeGreaterThan(0);
        break;
      }
      expect(error).toMatchObject({ name: "AsdfError", code: "limit-exceeded" });
      await work();
    }
  }
});
