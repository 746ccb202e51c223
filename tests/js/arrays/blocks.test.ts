/** Block headers: read when they are needed, and what is known of blocks until then. */
import { type AsdfFile, open, openSync } from "asdf-wasm";
import { expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { arrayAt, column, failure } from "../../support/values.ts";

const SIDE = 400;
const contents = [1, 2, 3, 4].map((value) => new Uint16Array(SIDE * SIDE).fill(value));
const tree = contents.map((_, i) => `a${i}: ${ndarray(i, "uint16", [SIDE, SIDE])}`).join("\n");
const plain = build(
  tree,
  contents.map((content, i) => (i === 2 ? { content, compression: "zlib" } : { content })),
);

/** The same file with an index that says where its blocks are, `move`d or not. */
function indexed(move = (offset: number, _index: number) => offset): Uint8Array {
  const offsets: number[] = [];
  const bytes = Buffer.from(plain);
  for (
    let at = bytes.indexOf("\xd3BLK", 0, "latin1");
    at >= 0;
    at = bytes.indexOf("\xd3BLK", at + 1, "latin1")
  ) {
    offsets.push(at);
  }
  const index = `#ASDF BLOCK INDEX\n%YAML 1.1\n---\n[${offsets.map(move).join(", ")}]\n...\n`;
  return Buffer.concat([bytes, Buffer.from(index)]);
}

async function opened(bytes: Uint8Array) {
  const asked: [offset: number, length: number][] = [];
  const file = await open({
    size: bytes.length,
    read: async (offset, length) => {
      asked.push([offset, length]);
      return bytes.slice(offset, offset + length);
    },
  });
  return { file, asked };
}

const known = ({ blocks }: AsdfFile) =>
  blocks.filter(({ usedSize }) => usedSize !== undefined).map(({ index }) => index);

test("in memory all is known at once", async () => {
  for (const file of [openSync(indexed()), await open(indexed()), openSync(plain)]) {
    expect(known(file)).toEqual([0, 1, 2, 3]);
    expect(arrayAt(file, "a2").compression).toBe("zlib");
  }
});

test("elsewhere the index says where blocks are, and what is read says the rest", async () => {
  const { file, asked } = await opened(indexed());
  expect(asked).toHaveLength(2);
  expect(file.blocks).toHaveLength(4);
  expect(file.blocks[1]).toEqual({ index: 1, offset: expect.any(Number), source: "index" });
  expect(known(file)).toEqual([0]);
  expect(arrayAt(file, "a2").compression).toBeUndefined();
  expect(arrayAt(file, "a0").compression).toBeNull();

  expect(column(await arrayAt(file, "a2").read()).data).toEqual(contents[2]);
  expect(known(file)).toEqual([0, 2]);
  expect(arrayAt(file, "a2").compression).toBe("zlib");
  const before = asked.length;
  expect(await file.readBlockHeaders([3, 0])).toMatchObject([
    { index: 3, usedSize: 2 * SIDE * SIDE },
    { index: 0, streamed: false },
  ]);
  expect(asked.length - before).toBe(1);
  const all = await file.readBlockHeaders();
  expect(all).toEqual(openSync(indexed()).blocks);
  expect(file.blocks).toEqual(all);
  expect(file.warnings).toEqual([]);
});

test("without an index they are gone through, as far as is needed", async () => {
  const { file } = await opened(plain);
  expect(known(file)).toEqual([0]);
  expect(column(await arrayAt(file, "a1").read([0, 0])).data).toEqual(Uint16Array.of(2));
  expect(file.blocks.map(({ source }) => source)).toEqual(["walk", "walk"]);
  expect((await file.readBlock(3)).length).toBe(2 * SIDE * SIDE);
  expect(known(file)).toEqual([0, 1, 2, 3]);
});

test("an index that is found to be wrong is given up, and what is read is right all the same", async () => {
  const { file } = await opened(indexed((offset, index) => offset + (index === 1 ? 2 : 0)));
  expect(file.warnings).toEqual([]);
  expect(column(await arrayAt(file, "a1").read([5, 5])).data).toEqual(Uint16Array.of(2));
  expect(file.warnings.map(({ code }) => code)).toEqual(["block-index-ignored"]);
  expect(file.blocks.map(({ source }) => source)).toEqual(["walk", "walk"]);
  expect(column(await arrayAt(file, "a3").read([5, 5])).data).toEqual(Uint16Array.of(4));
});

test("a block that is not there", async () => {
  for (const { file } of [await opened(indexed()), await opened(plain)]) {
    expect(await failure(() => file.readBlockHeaders([7]))).toMatchObject({
      code: "not-found",
      message: expect.stringMatching(/^there is no block 7: 4 blocks were found/),
    });
    expect((await failure(() => file.readBlock(-1))).code).toBe("not-found");
    file.close();
    expect((await failure(() => file.readBlockHeaders())).code).toBe("closed");
  }
});

test("arrays at once, none of whose headers is known", async () => {
  const { file } = await opened(indexed());
  const reads = [3, 1, 2, 1].map((i) => arrayAt(file, `a${i}`).read([0, 0]));
  const values = (await Promise.all(reads)).map((read) => column(read).data[0]);
  expect(values).toEqual([4, 2, 3, 2]);
  expect(known(file)).toEqual([0, 1, 2, 3]);
});
