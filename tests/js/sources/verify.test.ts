/** Verifying blocks, and warnings about checksums. */
import { type AsdfFile, type ByteSource, open, openSync, type Progress, slice } from "asdf-wasm";
import { expect, test } from "vitest";
import { type Block, build, ndarray } from "../../support/build.ts";
import { read } from "../../support/truth.ts";
import { arrayAt, failure } from "../../support/values.ts";

const content = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7) % 251);
const tree = `data: ${ndarray(0, "uint8", [3_000_000])}`;

/** Blocks that match, that do not, without a checksum, compressed, and that cannot be decoded. */
const BLOCKS: readonly Block[] = [
  { content, checksum: "right" },
  { content, checksum: "wrong" },
  { content },
  { content, checksum: "right", compression: "zlib" },
  { content, checksum: "wrong", compression: "zlib" },
  { content, compression: "zlib" },
  { content: new Uint8Array(0), checksum: "right" },
];

async function outcome(file: AsdfFile, block?: number): Promise<unknown> {
  const { matched, failed, unchecked } = await file.verify(block);
  return { matched, failed: failed.map(({ block, error }) => [block, error.code, error.block]), unchecked };
}

const ALL = {
  matched: [0, 3, 6],
  failed: [
    [1, "checksum", 1],
    [4, "checksum", 4],
  ],
  unchecked: [2, 5],
};

test.each(["warn", "error", "ignore"] as const)(
  "verify() finds what matches, whatever the option: %s",
  async (checksums) => {
    const bytes = build(tree, BLOCKS);
    for (const source of [bytes, new Blob([bytes])]) {
      const file = await open(source, { checksums });
      expect(await outcome(file)).toEqual(ALL);
      // What was found once is found again.
      expect(await outcome(file)).toEqual(ALL);
      expect(await outcome(file, 1)).toEqual({ matched: [], failed: [[1, "checksum", 1]], unchecked: [] });
      expect(await outcome(file, 3)).toEqual({ matched: [3], failed: [], unchecked: [] });
      expect((await failure(() => file.verify(99))).code).toBe("not-found");
      expect((await failure(() => file.verify(-1))).code).toBe("not-found");
    }
  },
);

test("a mismatch that an earlier read has warned about is not taken for a match", async () => {
  const file = await open(new Blob([build(tree, [{ content, checksum: "wrong" }])]));
  await arrayAt(file, "data").read();
  expect(file.warnings).toMatchObject([{ code: "checksum" }]);
  expect(await outcome(file)).toEqual({ matched: [], failed: [[0, "checksum", 0]], unchecked: [] });
  expect(file.warnings).toHaveLength(1);
});

test("blocks that are cut or cannot be decoded do not keep the others from being verified", async () => {
  const garbage: Block = { content: Uint8Array.of(9, 9, 9), encoded: { label: "zlib", size: 4 } };
  const bytes = build(tree, [{ content, checksum: "right" }, garbage, { content, checksum: "right" }]);
  const file = await open(new Blob([bytes.subarray(0, bytes.length - 1_000_000)]));
  const { matched, failed } = await file.verify();
  expect(matched).toEqual([0]);
  expect(failed.map(({ block, error }) => [block, error.code])).toEqual([
    [1, "corrupt-data"],
    [2, "truncated"],
  ]);
});

test("progress has a total, and verifying reads each byte once and can be cancelled", async () => {
  const bytes = build(tree, BLOCKS.slice(0, 4));
  let count = 0;
  const source: ByteSource = {
    size: bytes.length,
    read: async (offset, length) => {
      count += length;
      return bytes.slice(offset, offset + length);
    },
  };
  const file = await open(source);
  const blocks = await file.readBlockHeaders();
  const total = blocks.reduce((sum, { usedSize }) => sum + usedSize, 0);
  count = 0;
  const seen: Progress[] = [];
  await file.verify(undefined, { onProgress: (progress) => seen.push(progress) });
  expect(seen.at(-1)).toEqual({ loaded: total, total, phase: "verify" });
  expect(new Set(seen.map(({ total }) => total))).toEqual(new Set([total]));
  expect(count).toBe(total);

  const controller = new AbortController();
  const onProgress = () => controller.abort();
  const { signal } = controller;
  expect(await failure(() => file.verify(undefined, { signal, onProgress }))).toMatchObject({
    name: "AbortError",
  });
  file.close();
  expect((await failure(() => file.verify())).code).toBe("closed");
});

test("the checksum of an early file is not known to be right or wrong", async () => {
  const file = openSync(read("early/header48.asdf"));
  const { matched, failed, unchecked } = await file.verify();
  expect([matched, failed]).toEqual([[], []]);
  expect(unchecked).toEqual(file.blocks.map(({ index }) => index));
});

test("hundreds of checksums that do not match are one warning with a count", async () => {
  const COUNT = 300;
  const small = Array.from({ length: COUNT }, (_, i) => ({
    content: Uint8Array.of(i % 256),
    checksum: "wrong" as const,
  }));
  const arrays = small.map((_, i) => `a${i}: ${ndarray(i, "uint8", [1])}`);
  const file = openSync(build(arrays.join("\n"), small));
  await arrayAt(file, "a0").read();
  const [first] = file.warnings;
  expect(first?.message).toContain("the checksum of block 0 does not match");
  expect(first).not.toHaveProperty("count");
  for (const [, array] of file.arrays()) {
    await array.read([slice(0, 1)]);
  }
  expect(file.warnings).toEqual([
    {
      code: "checksum",
      offset: first?.offset,
      count: COUNT,
      message: `the checksums of ${COUNT} blocks do not match: blocks 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and ${COUNT - 10} more`,
    },
  ]);
});
