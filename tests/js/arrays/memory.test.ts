/** Views, not copies; what is verified; and how much WebAssembly memory it takes. */
import { open, openSync } from "asdf-wasm";
import { expect, test } from "vitest";
import { build, ndarray } from "../support/build.ts";
import { arrayAt, bytesOf, column, failure } from "../support/values.ts";

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
  "an array in memory is a view, digest %s",
  async (checksum) => {
    const { buffer, bytes } = placed(0, checksum);
    const file = openSync(bytes);
    const { data } = column(await arrayAt(file, "data").read());
    expect(data).toEqual(content);
    expect(ArrayBuffer.isView(data) && data.buffer).toBe(buffer);
    expect(file.warnings.map(({ code }) => code)).toEqual(checksum === "wrong" ? ["checksum"] : []);
  },
);

test("a part that lies in one piece is a view as well", async () => {
  const { buffer, bytes } = placed(0);
  const part = column(await arrayAt(openSync(bytes), "data").read([3]));
  expect(part.data).toEqual(content.slice(24, 32));
  expect(ArrayBuffer.isView(part.data) && part.data.buffer).toBe(buffer);
});

test("what is not aligned is copied, just itself", async () => {
  const { bytes } = placed(1);
  const part = column(await arrayAt(openSync(bytes), "data").read());
  expect(part.data).toEqual(content);
  expect(bytesOf(part).buffer.byteLength).toBe(content.byteLength);
});

test("a block is a view", async () => {
  const { buffer, bytes } = placed(3, "right");
  const block = await openSync(bytes).readBlock(0);
  expect(block.buffer).toBe(buffer);
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
