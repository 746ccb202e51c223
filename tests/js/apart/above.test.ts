/** Files and results above 2 and 4 GiB: read where the engine can; where not, the error names the limit. */
import { mkdtempSync, rmSync } from "node:fs";
import { open as openFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ByteSource, open, slice, WorkerPool } from "asdf-wasm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { refuseMemory } from "../../support/memory.ts";
import { arrayAt, bytesOf, column, failure } from "../../support/values.ts";

const GIB = 2 ** 30;
/** More than a `u32` counts. */
const SIZE = 4.5 * GIB;
const tree = [
  `bytes: ${ndarray(0, "uint8", [SIZE])}`,
  `cube: ${ndarray(0, "float32", [9, 2 ** 14, 2 ** 13]).replace("little", "big")}`,
].join("\n");

/** What is not zero: byte number → value. */
const marks = new Map([
  [0, 1],
  [2 * GIB - 1, 2],
  [2 * GIB, 3],
  [4 * GIB - 1, 4],
  [4 * GIB, 5],
  [SIZE - 1, 6],
]);

/** All before the elements. */
const front = Buffer.from(build(tree, [{ content: new Uint8Array() }]));
for (const place of [14, 22, 30]) {
  front.writeBigUInt64BE(BigInt(SIZE), front.indexOf("\xd3BLK", 0, "latin1") + place);
}

let folder = "";
let path = "";

/** A file on disk with holes, which takes next to no room there. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "above-"));
  path = join(folder, "above.asdf");
  const file = await openFile(path, "w");
  await file.write(front, 0, front.length, 0);
  await file.truncate(front.length + SIZE);
  for (const [at, value] of marks) {
    await file.write(Uint8Array.of(value), 0, 1, front.length + at);
  }
  await file.close();
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The same file, whose bytes are made when they are asked for. */
const made: ByteSource = {
  size: front.length + SIZE,
  read: async (offset, length) => {
    const bytes = new Uint8Array(length);
    bytes.set(front.subarray(offset, offset + length));
    for (const [at, value] of marks) {
      const place = front.length + at - offset;
      if (place >= 0 && place < length) {
        bytes[place] = value;
      }
    }
    return bytes;
  },
};

test.each(["a path", "a source", "a path, on workers"])(
  "parts of a block above 4 GiB, from %s",
  async (kind) => {
    using workers = new WorkerPool({ size: 1 });
    using file = await open(kind === "a source" ? made : path, kind.endsWith("workers") ? { workers } : {});
    const bytes = file.array("bytes", "uint8");
    for (const [at, value] of marks) {
      const [start, end] = [Math.max(0, at - 1), Math.min(SIZE, at + 2)];
      const { data } = await bytes.read([slice(start, end)]);
      expect(data[at - start]).toBe(value);
      expect(data).toEqual(Uint8Array.from({ length: end - start }, (_, i) => marks.get(start + i) ?? 0));
    }
    const { data } = await bytes.read([slice(0, null, GIB)]);
    expect([...data]).toEqual([1, 0, 3, 0, 5]);
    // The last four bytes of the cube, of which the last one is 6.
    const into = new Float32Array(2);
    await file.array("cube", "float32").read([8, 2 ** 14 - 1, slice(2 ** 13 - 2, null)], { into });
    expect([...new Uint32Array(into.buffer)]).toEqual([0, 6]);
    const plane = await file.array("cube", "float32").read([slice(null, null, -1), 0, 0]);
    expect([...new Uint32Array(plane.data.buffer)][8]).toBe(1 << 24);
  },
);

test("a limit that the caller sets is named, and what can be done", async () => {
  using file = await open(path, { limits: { output: GIB } });
  expect(await failure(() => arrayAt(file, "bytes").read())).toMatchObject({
    code: "limit-exceeded",
    path: "bytes",
    message: `the result takes ${SIZE} bytes, more than the limit of ${GIB}: select less, or open the file with a higher \`limits.output\``,
  });
  expect(bytesOf(column(await arrayAt(file, "bytes").read([slice(SIZE - 1, null)])))).toEqual(
    Uint8Array.of(6),
  );
});

test("by default only the memory of the machine limits a read of what a file has", async () => {
  const restore = refuseMemory((length) => length > GIB);
  using file = await open(path);
  for (const name of ["bytes", "cube"]) {
    expect(await failure(() => arrayAt(file, name).read())).toMatchObject({
      code: "limit-exceeded",
      message: `${SIZE} bytes of memory are more than this machine can allocate: select less`,
    });
  }
  restore();
  expect(bytesOf(column(await arrayAt(file, "bytes").read([slice(SIZE - 1, null)])))).toEqual(
    Uint8Array.of(6),
  );
});

test("a block that is decoded to more than the limit", async () => {
  const content = new Uint8Array(2000);
  const bytes = build(`data: ${ndarray(0, "uint8", [2000])}`, [{ content, compression: "zlib" }]);
  using file = await open(bytes, { limits: { block: 1999 } });
  expect(await failure(() => arrayAt(file, "data").read([0]))).toMatchObject({
    code: "limit-exceeded",
    message:
      "the decoded block takes 2000 bytes, more than the limit of 1999: open the file with a higher `limits.block`",
  });
});

test("a compressed block above `limits.output` is verified", async () => {
  const content = new Uint8Array(5000).fill(7);
  const bytes = build(`data: ${ndarray(0, "uint8", [5000])}`, [
    { content, compression: "zlib", checksum: "right" },
  ]);
  using file = await open(bytes, { limits: { output: 100 } });
  expect(await file.verify()).toMatchObject({ matched: [0], failed: [] });
});

/** What the package has of its module that reads. */
interface Core {
  readonly default: () => Promise<unknown>;
  readonly Opening: new (size: number, options: unknown) => Opening;
}
interface Operation {
  next(...buffers: unknown[]): Float64Array | undefined;
  supply(offset: number, bytes: Uint8Array): void;
}
interface Opening extends Operation {
  finish(): {
    tree(): string;
    plan(node: number, selection: unknown, options: unknown): unknown;
    readPiece(plan: unknown, index: number): Operation;
  };
}

test("the core writes to any place of a result", async () => {
  const core: Core = await import(new URL("../../../pkg/asdf_wasm.js", import.meta.url).href);
  await core.default();
  const start = 5 * GIB;
  const chunk = `{start: [${start}], ndarray: ${ndarray(0, "uint8", [3])}}`;
  const bytes = build(
    `data: !core/chunked-ndarray-1.0.0 {shape: [${6 * GIB}], datatype: uint8, chunks: [${chunk}]}`,
    [{ content: Uint8Array.of(7, 8, 9), compression: "zlib" }],
  );
  const drive = (operation: Operation, ...buffers: unknown[]) => {
    for (let wanted = operation.next(...buffers); wanted; wanted = operation.next(...buffers)) {
      for (let i = 0; i < wanted.length; i += 2) {
        const [offset = 0, length = 0] = wanted.subarray(i);
        operation.supply(offset, bytes.subarray(offset, offset + length));
      }
    }
  };
  const opening = new core.Opening(bytes.length, { limits: { output: 8 * GIB } });
  drive(opening);
  const document = opening.finish();
  const { nodes }: { nodes: unknown[][] } = JSON.parse(document.tree());
  const node = nodes.findIndex(([kind]) => kind === "ndarray");
  const piece = document.readPiece(document.plan(node, [], {}), 0);
  // An array longer than engines have today.
  const written: [number, number, Uint8Array][] = [];
  const output = {
    length: 6 * GIB,
    subarray: (begin: number, end: number) => {
      const part = new Uint8Array(end - begin);
      written.push([begin, end, part]);
      return part;
    },
  };
  drive(piece, output, undefined);
  expect(written).toEqual([[start, start + 3, Uint8Array.of(7, 8, 9)]]);
});
