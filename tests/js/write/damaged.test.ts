/** Writing a file with a damaged block: what is there is copied, and warnings say what is not. */
import { readFileSync } from "node:fs";
import { type AsdfFile, open, slice } from "asdf-wasm";
import { describe, expect, test } from "vitest";
import { type Block, build, ndarray } from "../../support/build.ts";
import { arrayAt, column, failure } from "../../support/values.ts";

const content = Float32Array.from({ length: 30_000 }, (_, i) => Math.floor(i / 5));
/** How many bytes are cut off. */
const CUT = 5000;
const tree = `
meta: {object: M 31}
good: ${ndarray(0, "float32", [30_000])}
bad: ${ndarray(1, "float32", [30_000])}`;
const change = (found: object) => {
  (found as { meta: { object: string } }).meta.object = "M 33";
};

/** The file after an edit, whose good array is still right. */
async function edited(file: AsdfFile, options = {}): Promise<AsdfFile> {
  const again = await open(await file.edit(change, { ...options, as: "blob" }), { checksums: "error" });
  expect(again.get("meta/object")).toBe("M 33");
  expect(column(await arrayAt(again, "good").read()).data).toEqual(content);
  expect(arrayAt(again, "bad").shape).toEqual([30_000]);
  return again;
}

test.each([undefined, "zlib"] as const)(
  "one cut block does not keep the file from being edited: %s",
  async (compression) => {
    const second: Block = { content, checksum: "right", ...(compression && { compression }) };
    const whole = build(tree, [{ content }, second]);
    for (const source of [new Blob([whole.subarray(0, -CUT)]), whole.subarray(0, -CUT)]) {
      const file = await open(source);
      const [block] = (await file.readBlockHeaders()).slice(1);
      const left = whole.length - CUT - ((block?.offset ?? 0) + 54);
      const again = await edited(file);
      expect(file.warnings.at(-1)).toEqual({
        code: "not-copied",
        path: "bad",
        offset: block?.offset,
        message: `block 1 has only ${left} of its ${block?.usedSize} bytes: these were written`,
      });
      const [copied] = (await again.readBlockHeaders()).slice(1);
      expect(copied).toMatchObject({
        usedSize: left,
        checksum: block?.checksum,
        compression: block?.compression,
      });
      await failure(() => arrayAt(again, "bad").read());
      // Another compression is not possible for it, and is used for the others.
      const compressed = await edited(file, { compression: "lz4" });
      const labels = (await compressed.readBlockHeaders()).map(({ compression }) => compression?.slice(0, 3));
      expect(labels).toEqual(["lz4", compression?.slice(0, 3)]);
    }
  },
);

test("a missing block becomes an empty one", async () => {
  for (const lost of [new Blob([build(tree, [{ content }])]), build(tree, [{ content }])]) {
    const file = await open(lost);
    const again = await edited(file);
    expect(file.warnings).toMatchObject([{ code: "not-copied", path: "bad" }]);
    expect(file.warnings[0]?.message).toContain("block 1 is not in the file");
    expect(await again.readBlock(1)).toHaveLength(0);
    expect((await failure(() => arrayAt(again, "bad").read([slice(0, 1)]))).code).toBe("bad-array");
    // The same again is one warning.
    await edited(file);
    expect(file.warnings).toMatchObject([{ code: "not-copied", count: 2 }]);
  }
});

test("a block that cannot be decoded is copied as it is stored where another compression is wanted", async () => {
  const whole = build(tree, [{ content }, { content, compression: "zlib", checksum: "right" }]);
  whole.fill(0xff, whole.length - 2000, whole.length - 1000);
  for (const compression of ["lz4", "none"] as const) {
    const file = await open(new Blob([whole]));
    const again = await edited(file, { compression });
    expect(file.warnings).toContainEqual(expect.objectContaining({ code: "not-copied", path: "bad" }));
    expect((await again.readBlockHeaders([1]))[0]?.compression).toBe("zlib");
    expect((await again.verify()).failed.map(({ block }) => block)).toEqual([1]);
  }
});

test("no empty block is written in place of one that may be there, unless forced", async () => {
  const whole = build(tree, [{ content }, { content }]);
  const offset = (await (await open(new Blob([whole]))).readBlockHeaders([1]))[0]?.offset ?? 0;
  const shiftedBy = (lost: number) =>
    new Uint8Array([...whole.subarray(0, offset - 9000), ...whole.subarray(offset - 9000 + lost)]);
  for (const lost of [1, 2]) {
    // A header near its place is found, and its block is right.
    const file = await open(shiftedBy(lost));
    const again = await open(await file.edit(change, { as: "blob", missingBlocks: "refuse" }));
    expect(column(await arrayAt(again, "bad").read()).data).toEqual(content);
    expect(file.warnings.map(({ code }) => code)).toEqual(["block-displaced", "not-copied"]);
    expect(file.warnings[1]?.message).toBe(
      `block 0 has only ${120_000 - lost} of its 120000 bytes: these were written`,
    );
  }
  for (const lost of [5000, 8000]) {
    const shifted = shiftedBy(lost);
    const file = await open(new Blob([shifted]));
    for (const write of [
      () => file.edit(change, { as: "blob" }),
      () => file.edit(change, { as: "blob", compression: "lz4", missingBlocks: "refuse" }),
    ]) {
      const { code, message } = await failure(write);
      expect(code).toBe("bad-block");
      expect(message).toContain("names block 1");
      expect(message).toContain(
        `1 block was found, and ${shifted.length - offset} bytes follow at byte ${offset}`,
      );
      expect(message).toContain("--allow-missing");
    }
    expect(
      await (await open(await file.edit(change, { as: "blob", missingBlocks: "empty" }))).readBlock(1),
    ).toHaveLength(0);
  }
  const cut = await open(build(tree, [{ content }]));
  expect((await failure(() => cut.edit(change, { as: "blob", missingBlocks: "refuse" }))).code).toBe(
    "bad-block",
  );
});

describe("what damages headers and the ends of blocks costs no other block", () => {
  const arrays = [0, 1, 2].map((block) => `a${block}: ${ndarray(block, "float32", [30_000])}`).join("\n");
  const block: Block = { content, checksum: "right" };
  const blocks = Buffer.from(build(arrays, [block, block, block]));
  const first = blocks.indexOf("\xd3BLK", 0, "latin1");
  const header = (number: number) => first + number * (54 + content.byteLength);
  const offsets = [0, 1, 2].map((number) => `- ${header(number)}\n`).join("");
  const whole = Buffer.concat([blocks, Buffer.from(`#ASDF BLOCK INDEX\n%YAML 1.1\n---\n${offsets}...\n`)]);
  const index = whole.indexOf("#ASDF BLOCK INDEX");
  const set = (at: number, ...bytes: number[]) => {
    const copy = Buffer.from(whole);
    copy.set(bytes, at);
    return copy;
  };
  const without = (at: number) => Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1)]);
  const withOne = (at: number) => Buffer.concat([whole.subarray(0, at), Buffer.of(13), whole.subarray(at)]);
  const unindexed = (bytes: Buffer) => bytes.subarray(0, bytes.indexOf("#ASDF BLOCK INDEX"));
  const text = whole.toString("latin1");
  const zeros = Array.from({ length: 54 }, () => 0);
  const numbered = [0, 1, 2].flatMap((number): [string, Buffer][] => [
    [`magic ${number}`, set(header(number), 63)],
    [`no header ${number}`, set(header(number), ...zeros)],
    [`size of header ${number}`, set(header(number) + 4, 0, 10)],
    [`allocated ${number}`, set(header(number) + 14, 255)],
    [`header ${number} less`, without(header(number) + 20)],
    [`header ${number} more`, withOne(header(number) + 20)],
    [`block ${number} less`, without(header(number) + 900)],
    [`block ${number} more`, withOne(header(number) + 900)],
  ]);
  const damages: [string, Buffer][] = [
    ...numbered,
    ...numbered.map(([name, bytes]): [string, Buffer] => [`${name}, no index`, unindexed(bytes)]),
    ["index less", without(index + 30)],
    ["index more", withOne(index + 30)],
    ["CRLF", Buffer.from(text.replace(/\n/g, "\r\n"), "latin1")],
    ["LF", Buffer.from(text.replace(/\r\n/g, "\n"), "latin1")],
    ["ASCII", Buffer.from(whole.map((byte) => (byte > 127 ? 63 : byte)))],
    ["UTF-8", Buffer.from(text, "utf8")],
  ];
  /** Which arrays can be read and are right, can be read and are wrong, or cannot be read. */
  const states = async (file: AsdfFile) =>
    Promise.all(
      [0, 1, 2].map(async (number) => {
        const read = arrayAt(file, `a${number}`).read();
        return read.then(
          (part) => (content.every((value, i) => Object.is(column(part).data[i], value)) ? "right" : "wrong"),
          () => "error",
        );
      }),
    );

  test.each(damages)("%s", async (_, bytes) => {
    const file = await open(bytes);
    const before = await states(file);
    const { failed } = await file.verify();
    const isSound = before.every((state) => state === "right");
    // Whatever is wrong is said.
    expect(file.warnings.length > 0 || isSound).toBe(true);
    if (before.includes("wrong")) {
      const said = file.warnings.some(({ code }) => code === "junk-before-blocks") || failed.length > 0;
      expect(said).toBe(true);
    }
    const written = await file
      .edit(() => {}, { as: "bytes", missingBlocks: "refuse" })
      .catch((thrown) => {
        expect(thrown).toMatchObject({ code: "bad-block" });
        expect(thrown.message).toContain("--allow-missing");
      });
    if (written) {
      const after = await states(await open(written));
      for (const [number, state] of before.entries()) {
        expect(state === "error" || after[number] === state, `${before} ${after}`).toBe(true);
      }
      expect(after.filter((state) => state === "right")).toHaveLength(
        before.filter((state) => state === "right").length,
      );
      expect(before.filter((state) => state === "right").length).toBeGreaterThanOrEqual(2);
    }
  });
});

test.each(["every-header", "header44-encoded", "finf-encoded", "finf-no-tree", "chain-zlib"])(
  "%s: a file of an older dialect loses nothing in place",
  async (name) => {
    const whole = readFileSync(new URL(`../../data/early/${name}.asdf`, import.meta.url));
    const at = whole.indexOf("BLK\0", 0, "latin1") - 1;
    const content = at + 70;
    for (const damaged of [
      Buffer.concat([whole.subarray(0, content), whole.subarray(content + 1)]),
      Buffer.concat([whole.subarray(0, content), Buffer.of(13), whole.subarray(content)]),
      Buffer.from(whole.map((byte, i) => (i === at ? 63 : byte))),
    ]) {
      const written = (await open(damaged)).edit(() => {}, { missingBlocks: "refuse" });
      await expect(written).rejects.toMatchObject({ code: "bad-block" });
    }
  },
);

test("the only block, named by a tag alone, is not lost in place where zeros stand for its header", async () => {
  const whole = build("a: !<asdf://lab/array-1.0> {block: 0}", [{ content: Uint8Array.of(1, 2, 3) }]);
  const at = Buffer.from(whole).indexOf("BLK\0", 0, "latin1") - 1;
  const file = await open(whole.map((byte, i) => (i >= at && i < at + 54 ? 0 : byte)));
  await expect(file.edit(() => {}, { missingBlocks: "refuse" })).rejects.toMatchObject({ code: "bad-block" });
});
