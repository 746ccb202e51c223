/** Where bytes come from: what is read of each kind of source, and that the answer does not depend on how it arrives. */
import { AsdfError, type AsdfFile, type ByteSource, open, type Progress } from "asdf-wasm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { read } from "../../support/truth.ts";
import { arrayAt, column, failure } from "../../support/values.ts";

const content = Float32Array.from({ length: 50_000 }, (_, i) => Math.sin(i));
const file = build(
  `plain: ${ndarray(0, "float32", [200, 250])}\npacked: ${ndarray(1, "float32", [200, 250])}`,
  [
    { content, checksum: "right" },
    { content, compression: "zlib", checksum: "right" },
  ],
);

/** Gives bytes of `file` and keeps count. `give`: how many of those asked for. */
function counting(bytes: Uint8Array, give = (length: number) => length) {
  const seen = { calls: 0, bytes: 0, most: 0, now: 0 };
  const source: ByteSource = {
    size: bytes.length,
    read: async (offset, length) => {
      seen.calls += 1;
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      await new Promise((resolve) => setTimeout(resolve));
      seen.now -= 1;
      const piece = bytes.slice(offset, offset + give(length));
      seen.bytes += piece.length;
      return piece;
    },
  };
  return { source, seen };
}

test("a Blob is read in slices", async () => {
  const opened = await open(new Blob([file]));
  expect(column(await arrayAt(opened, "plain").read()).data).toEqual(content);
  expect(column(await arrayAt(opened, "packed").read()).data).toEqual(content);
});

const SPARSE = 5 * 2 ** 30;

/** A file that ends with the header of a block that large. */
function sparseHead(): Uint8Array<ArrayBuffer> {
  const head = build(`data: ${ndarray(0, "uint8", [SPARSE])}`, [{ content: new Uint8Array(0) }]);
  const view = new DataView(head.buffer);
  for (const field of [40, 32, 24]) {
    view.setBigUint64(head.length - field, BigInt(SPARSE));
  }
  return head;
}

/** A file of 5 GB, all zeros but for its beginning and its last byte, as a disk holds it: nowhere. */
class SparseFile extends Blob {
  readonly #head = sparseHead();
  override readonly size = this.#head.length + SPARSE;
  read = 0;

  override slice(start = 0, end = this.size): Blob {
    const bytes = new Uint8Array(end - start);
    bytes.set(this.#head.subarray(start, end));
    if (end === this.size) {
      bytes[bytes.length - 1] = 7;
    }
    this.read += bytes.length;
    return new Blob([bytes]);
  }
}

test("opening a sparse File of 5 GB reads kilobytes, and its end can be read", async () => {
  const sparse = new SparseFile();
  const opened = await open(sparse);
  expect(sparse.read).toBeLessThan(300_000);
  expect(opened.blocks[0]?.dataSize).toBe(SPARSE);
  const array = arrayAt(opened, "data");
  expect(column(await array.read([-1])).data).toEqual(Uint8Array.of(7));
  expect(sparse.read).toBeLessThan(300_000);
  const { code } = await failure(() => array.read());
  expect(code).toBe("limit-exceeded");
});

test("an uncompressed array is read once, verified from what was read", async () => {
  const { source, seen } = counting(file);
  const opened = await open(source);
  const before = seen.bytes;
  await arrayAt(opened, "plain").read();
  expect(seen.bytes - before).toBe(content.byteLength);
  expect(opened.warnings).toEqual([]);
});

test("a selection reads about what it gives", async () => {
  const { source, seen } = counting(file);
  const opened = await open(source, { checksums: "ignore" });
  const before = seen.bytes;
  await arrayAt(opened, "plain").read([7]);
  expect(seen.bytes - before).toBeLessThan(20_000);
});

test("the answer does not depend on how many bytes a source gives at a time", async () => {
  const name = "roman/roman_l2_192.asdf";
  const expected = column(await arrayAt(await open(read(name)), "roman/data").read());
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 70_000 }), fc.integer(), async (most, seed) => {
      let state = seed;
      const give = (length: number) => {
        state = (Math.imul(state, 1664525) + 1013904223) | 0;
        return Math.min(length, 4096 + (Math.abs(state) % most));
      };
      const { source, seen } = counting(read(name), give);
      const opened = await open(source);
      expect(column(await arrayAt(opened, "roman/data").read()).data).toEqual(expected.data);
      expect(seen.most).toBeLessThanOrEqual(4);
    }),
    { numRuns: 10 },
  );
});

test("a source that ends early, fails, lies or says too little", async () => {
  const short = counting(file.subarray(0, 100));
  const ended = await failure(() => open({ ...short.source, size: file.length }));
  expect(ended.code).toBe("truncated");
  const cause = new Error("the disk is on fire");
  const failed = await failure(() => open({ size: 100, read: () => Promise.reject(cause) }));
  expect(failed).toMatchObject({ code: "network", cause, offset: 0 });
  const lying = await failure(() => open({ size: -1, read: short.source.read }));
  expect(lying).toMatchObject({ code: "bad-argument", message: expect.stringContaining("`size` is -1") });
  expect((await failure(() => open("no/such/file.asdf"))).code).toBe("not-found");
});

test("a source without a size is read, and its end found without reading all of it", async () => {
  // Sizes around the one that is read at a time, a few bytes, and nothing at all.
  const sizes = [0, 1, 100, 65_535, 65_536, 65_537, 131_072, 200_000, 5_000_000];
  for (const size of sizes) {
    const all = new Uint8Array(size);
    all.set(file.subarray(0, size));
    for (const most of [Number.POSITIVE_INFINITY, 10_000]) {
      const seen = { bytes: 0, calls: 0 };
      const source: ByteSource = {
        read: async (offset, length) => {
          const part = all.slice(offset, offset + Math.min(length, most));
          seen.bytes += part.length;
          seen.calls += 1;
          return part;
        },
      };
      // Of the shortest ones no header is left.
      const opened = await open(source).catch((error: unknown) => error);
      if (opened instanceof AsdfError) {
        expect([size < 12, opened.code]).toEqual([true, expect.stringMatching(/^(not-asdf|truncated)$/)]);
      } else {
        expect((opened as AsdfFile).size).toBe(size);
      }
      expect(seen.calls).toBeLessThan(100);
      expect(seen.bytes).toBeLessThan(2_000_000);
    }
  }
  const endless = await failure(() => open({ read: async (_, length) => new Uint8Array(length) }));
  expect(endless).toMatchObject({ code: "bad-argument", message: expect.stringContaining("`size`") });
});

test("more than was asked for is not taken", async () => {
  const generous: ByteSource = { size: file.length, read: async (offset) => file.slice(offset) };
  expect(column(await arrayAt(await open(generous), "plain").read()).data).toEqual(content);
});

test("shared memory is copied", async () => {
  const shared = new Uint8Array(new SharedArrayBuffer(file.length));
  shared.set(file);
  const opened = await open(shared);
  expect(column(await arrayAt(opened, "plain").read()).data).toEqual(content);
});

test("progress adds up", async () => {
  const seen: Progress[] = [];
  const opened = await open(new Blob([file]), { onProgress: (progress) => seen.push(progress) });
  expect(seen.at(-1)?.phase).toBe("open");
  seen.length = 0;
  await arrayAt(opened, "packed").read([], { onProgress: (progress) => seen.push(progress) });
  const stored = opened.blocks[1]?.usedSize;
  expect(seen.at(-1)).toEqual({ phase: "read", loaded: stored, total: stored });
  expect(seen.map(({ loaded }) => loaded)).toEqual(seen.map(({ loaded }) => loaded).sort((a, b) => a - b));
});
