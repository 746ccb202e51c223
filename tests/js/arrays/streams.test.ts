/** Blocks of bzip2 streams that workers decode in segments: the result is the same as on one thread. */
import { readFileSync } from "node:fs";
import { type ByteSource, open, WorkerPool } from "asdf-wasm";
import { afterAll, expect, test } from "vitest";
import { type Block, build, ndarray } from "../../support/build.ts";
import { arrayAt, bytesOf, column, failure } from "../../support/values.ts";

const TIMES = 24;
// Stretches of about two streams.
const workers = new WorkerPool({ size: 2, part: 2 ** 18 });
afterAll(() => workers.close());

/** A stream that Python wrote, many times. */
const { stored, decoded } = await streams();
const count = decoded.length / 2;
const tree = `data: ${ndarray(0, "float16", [count])}\nbytes: ${ndarray(0, "uint8", [2 * count])}`;

async function streams() {
  const path = new URL("../../data/matrix/bzp2-lengths.asdf", import.meta.url);
  const fixture = new Uint8Array(readFileSync(path));
  using file = await open(fixture);
  const block = (await file.readBlockHeaders()).find(({ dataSize }) => dataSize === 131_072);
  if (block === undefined) {
    throw new Error("the fixture has other blocks");
  }
  const start = block.offset + 6 + block.headerSize;
  const stream = fixture.subarray(start, start + block.usedSize);
  const content = await file.readBlock(block.index);
  const repeated = (bytes: Uint8Array) => Buffer.concat(new Array<Uint8Array>(TIMES).fill(bytes));
  return { stored: repeated(stream), decoded: repeated(content) };
}

function file(content: Uint8Array, checksum: Block["checksum"] = "right"): Uint8Array<ArrayBuffer> {
  return build(tree, [{ content, checksum, encoded: { label: "bzp2", size: decoded.length } }]);
}

test("elements as they are and converted, rows as they are finished, and the block", async () => {
  const bytes = file(stored);
  let reads = 0;
  const source: ByteSource = {
    size: bytes.length,
    read: async (offset, length) => {
      reads += 1;
      return bytes.slice(offset, offset + length);
    },
  };
  using together = await open(source, { workers });
  using alone = await open(bytes);
  expect(Buffer.from(await together.readBlock(0)).equals(decoded)).toBe(true);
  // Each stretch is read by itself.
  expect(reads).toBeGreaterThan(TIMES / 2);
  const rows: number[] = [0];
  const onRows = ({ start, stop }: { start: number; stop: number }) => {
    expect(start).toBe(rows.at(-1));
    rows.push(stop);
  };
  for (const path of ["bytes", "data"]) {
    const one = column(await arrayAt(together, path).read([], { onRows }));
    const other = column(await arrayAt(alone, path).read());
    expect(Buffer.compare(bytesOf(one), bytesOf(other))).toBe(0);
    expect(rows.at(-1)).toBe(one.data.length);
    rows.splice(1);
  }
  expect(together.warnings).toEqual([]);
});

test.each(["warn", "error"] as const)("a wrong digest: %s", async (checksums) => {
  using together = await open(file(stored, "wrong"), { workers, checksums });
  using alone = await open(file(stored, "wrong"), { checksums });
  const [one, other] = [arrayAt(together, "bytes"), arrayAt(alone, "bytes")];
  if (checksums === "error") {
    expect(await failure(() => one.read())).toEqual(await failure(() => other.read()));
  } else {
    await Promise.all([one.read(), other.read()]);
    expect(together.warnings.map(({ code }) => code)).toEqual(["checksum"]);
    expect(together.warnings).toEqual(alone.warnings);
  }
});

test("streams that are damaged, cut or followed by something else", async () => {
  const damaged = [0.02, 0.3, 0.7, 0.999].map((place) => {
    const bytes = Buffer.from(stored);
    const at = Math.floor(place * bytes.length);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
    return bytes;
  });
  for (const content of [...damaged, stored.subarray(0, -30)]) {
    using together = await open(file(content), { workers, checksums: "ignore" });
    using alone = await open(file(content), { checksums: "ignore" });
    const expected = await failure(() => arrayAt(alone, "data").read());
    expect(expected.code).toBe("corrupt-data");
    expect(await failure(() => arrayAt(together, "data").read())).toEqual(expected);
  }
  using followed = await open(file(Buffer.concat([stored, Buffer.from("more"), stored])), { workers });
  const content = column(await arrayAt(followed, "bytes").read());
  expect(Buffer.compare(bytesOf(content), decoded)).toBe(0);
});
