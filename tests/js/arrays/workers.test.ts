/** Reading with a pool of workers: the result is the same as on this thread, even if a worker fails meanwhile. */
import {
  type ArrayData,
  AsdfError,
  type ByteSource,
  open,
  type StructData,
  slice,
  WorkerPool,
} from "asdf-wasm";
import { afterEach, expect, test } from "vitest";
import { type Block, build, ndarray } from "../../support/build.ts";
import { arrayAt, column, failure } from "../../support/values.ts";
import { threads } from "../support/threads.ts";

const SIDE = 2048;
const content = Uint32Array.from({ length: SIDE * SIDE }, (_, i) => i ^ (i >> 7));
const image = ndarray(0, "uint32", [SIDE, SIDE]);

/** Chunks of 1 MiB, each an LZ4 block of nothing but literals. */
function lz4(bytes: Uint8Array): Uint8Array {
  const chunks = Array.from({ length: Math.ceil(bytes.length / 2 ** 20) }, (_, number) => {
    const literals = bytes.subarray(number * 2 ** 20, (number + 1) * 2 ** 20);
    const more = literals.length - 15;
    const lengths = Buffer.alloc(Math.floor(more / 255) + 1, 255);
    lengths[lengths.length - 1] = more % 255;
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32BE(4 + 1 + lengths.length + literals.length, 0);
    sizes.writeUInt32LE(literals.length, 4);
    return Buffer.concat([sizes, Buffer.of(0xf0), lengths, literals]);
  });
  return Buffer.concat(chunks);
}

const encoded: Block = {
  content: lz4(new Uint8Array(content.buffer)),
  encoded: { label: "lz4\0", size: content.byteLength },
};
const inParts = build(`data: ${image}`, [{ ...encoded, checksum: "right" }]);
const asAWhole = build(`data: ${image}`, [{ content, compression: "zlib", checksum: "right" }]);

const pools: WorkerPool[] = [];
afterEach(() => {
  for (const made of pools.splice(0)) {
    made.close();
  }
});

function pool(size: number): WorkerPool {
  const made = new WorkerPool({ size, part: 2 ** 20 });
  pools.push(made);
  return made;
}

/** So many bytes, and perhaps those between chunks once more. */
function isAbout(bytes: number, expected: number): boolean {
  return bytes >= expected && bytes < expected + 400;
}

/** vitest would take minutes to compare them. */
function isSame(a: ArrayBufferView, b: ArrayBufferView): boolean {
  const [one, other] = [a, b].map((view) => Buffer.from(view.buffer, view.byteOffset, view.byteLength));
  return other !== undefined && one?.equals(other) === true;
}

function expectImage(result: ArrayData | StructData): void {
  const { data } = column(result);
  expect(ArrayBuffer.isView(data) && isSame(data, content)).toBe(true);
}

function expectSameFailure(found: AsdfError, expected: AsdfError): void {
  expect({ ...found, message: found.message }).toEqual({ ...expected, message: expected.message });
}

/** A source that tells of every read, and may do something about it. */
function watched(file: Uint8Array<ArrayBuffer>, look: (offset: number) => unknown = () => {}) {
  const reads: [number, number][] = [];
  const source: ByteSource = {
    size: file.length,
    read: async (offset, length) => {
      reads.push([offset, length]);
      await look(offset);
      return file.slice(offset, offset + length);
    },
  };
  return { source, reads };
}

test.each([
  ["in parts", inParts, 1],
  ["in parts", inParts, 3],
  ["as a whole", asAWhole, 2],
])("an image that is decoded %s", async (_, bytes, size) => {
  using file = await open(bytes, { workers: pool(size) });
  expectImage(await arrayAt(file, "data").read());
  const window = column(await arrayAt(file, "data").read([slice(700, 1400, 3), slice(5, 900)]));
  expect(window.shape).toEqual([234, 895]);
  expect(window.data[895 * 200 + 17]).toBe(content[(700 + 3 * 200) * SIDE + 5 + 17]);
  expect(isSame(await file.readBlock(0), content)).toBe(true);
  expect(file.warnings).toEqual([]);
});

test("one read says where it is decoded, whatever the file was opened with", async () => {
  const closed = pool(1);
  closed.close();
  using file = await open(inParts, { workers: closed });
  using other = await open(inParts);
  expectImage(await arrayAt(file, "data").read([], { workers: false }));
  expectImage(await arrayAt(file, "data").read([], { workers: pool(2) }));
  expect((await failure(() => arrayAt(file, "data").read())).code).toBe("closed");
  expect((await failure(() => arrayAt(other, "data").read([], { workers: closed }))).code).toBe("closed");
  expectImage(await arrayAt(other, "data").read());
});

test("elements that are masked, in parts", async () => {
  const value = content[SIDE * SIDE - 3];
  const masked = build(`data: ${image.replace("}", `, mask: ${value}}`)}`, [encoded]);
  using file = await open(masked, { workers: pool(2) });
  const result = await arrayAt(file, "data").read();
  expectImage(result);
  const { mask = new Uint8Array() } = column(result);
  expect(
    isSame(
      mask,
      new Uint8Array(content.length).map((_, i) => Number(content[i] === value)),
    ),
  ).toBe(true);
});

test("memory that goes to and fro between reads of other sizes holds what is read", async () => {
  const workers = pool(2);
  using file = await open(inParts, { workers });
  const array = arrayAt(file, "data");
  for (const [start, stop] of [
    [0, SIDE],
    [3, 700],
    [1, SIDE],
    [1024, 1600],
    [0, SIDE],
  ] as const) {
    const { data } = column(await array.read([slice(start, stop)]));
    const expected = content.subarray(start * SIDE, stop * SIDE);
    expect(ArrayBuffer.isView(data) && isSame(data, expected)).toBe(true);
  }
});

test.each([inParts, asAWhole])("bytes and rows are told as without workers", async (bytes) => {
  const { source, reads } = watched(bytes);
  using file = await open(source, { workers: pool(2), checksums: "ignore" });
  const [{ usedSize } = { usedSize: 0 }] = await file.readBlockHeaders();
  reads.length = 0;
  const loaded: number[] = [];
  const rows: number[] = [0];
  const whole = column(
    await arrayAt(file, "data").read([], {
      onProgress: (progress) => {
        expect(progress.phase).toBe("read");
        expect(isAbout(progress.total ?? 0, usedSize)).toBe(true);
        loaded.push(progress.loaded);
      },
      onRows: ({ start, stop, data }) => {
        expect(start).toBe(rows.at(-1));
        expect(ArrayBuffer.isView(data) && isSame(data, content.subarray(start * SIDE, stop * SIDE))).toBe(
          true,
        );
        rows.push(stop);
      },
    }),
  );
  expectImage(whole);
  expect(rows.at(-1)).toBe(SIDE);
  expect(rows.length).toBeGreaterThan(4);
  expect(loaded).toEqual(loaded.toSorted((a, b) => a - b));
  expect(isAbout(loaded.at(-1) ?? 0, usedSize)).toBe(true);
  const read = reads.reduce((sum, [, length]) => sum + length, 0);
  expect(isAbout(read, usedSize)).toBe(true);
});

test.each(["warn", "error"] as const)("a wrong digest is found once: %s", async (checksums) => {
  for (const bytes of [
    build(`data: ${image}`, [{ ...encoded, checksum: "wrong" }]),
    build(`data: ${image}`, [{ content, checksum: "wrong" }]),
    build(`data: ${image}`, [{ content, compression: "zlib", checksum: "wrong" }]),
  ]) {
    using file = await open(new Blob([bytes]), { workers: pool(2), checksums });
    using alone = await open(new Blob([bytes]), { checksums });
    const [array, other] = [arrayAt(file, "data"), arrayAt(alone, "data")];
    if (checksums === "error") {
      expectSameFailure(await failure(() => array.read()), await failure(() => other.read()));
    } else {
      expectImage(await array.read());
      await array.read();
      await other.read();
      expect(file.warnings.map(({ code }) => code)).toEqual(["checksum"]);
      expect(file.warnings).toEqual(alone.warnings);
    }
  }
});

test("of several failures it is the first", async () => {
  const damaged = inParts.slice();
  for (const place of [0.9, 0.5, 0.3]) {
    // The token of an LZ4 block in the middle of a chunk's literals means nothing: its sizes do.
    const chunk = Math.floor(place * 16) * (8 + 1 + 4113 + 2 ** 20);
    damaged.fill(
      0xff,
      damaged.length - (encoded.content.byteLength - chunk) + 9,
      damaged.length - (encoded.content.byteLength - chunk) + 9 + 5000,
    );
  }
  using alone = await open(damaged, { checksums: "ignore" });
  using file = await open(damaged, { workers: pool(3), checksums: "ignore" });
  const expected = await failure(() => arrayAt(alone, "data").read());
  const found = await failure(() => arrayAt(file, "data").read());
  expectSameFailure(found, expected);
});

test("a read that is aborted, others that go on, and one that follows", async () => {
  const abort = new AbortController();
  const { source } = watched(inParts, (offset) => offset > inParts.length / 2 && abort.abort("enough"));
  const workers = pool(2);
  using file = await open(source, { workers, checksums: "ignore" });
  using other = await open(asAWhole, { workers });
  const [aborted, whole] = await Promise.allSettled([
    arrayAt(file, "data").read([], { signal: abort.signal }),
    arrayAt(other, "data").read(),
  ]);
  expect(aborted).toMatchObject({ status: "rejected", reason: { code: "aborted", cause: "enough" } });
  expect(whole.status).toBe("fulfilled");
  expectImage(await arrayAt(file, "data").read());
});

test("a source that is silent does not keep a worker from other work", async () => {
  let silent = false;
  const { source } = watched(asAWhole, () => (silent ? new Promise(() => {}) : undefined));
  using file = await open(source, { workers: pool(1) });
  silent = true;
  for (let round = 0; round < 4; round += 1) {
    const { code } = await failure(() => arrayAt(file, "data").read([], { signal: AbortSignal.timeout(20) }));
    expect(code).toBe("aborted");
  }
  silent = false;
  expectImage(await arrayAt(file, "data").read());
});

test("a source that fails, in its own words", async () => {
  let broken = true;
  const { source } = watched(inParts, (offset) => {
    if (broken && offset > inParts.length / 2) {
      throw new Error("the disk is gone");
    }
  });
  using file = await open(source, { workers: pool(2), checksums: "ignore" });
  const error = await failure(() => arrayAt(file, "data").read());
  expect(error.code).toBe("network");
  expect(error.cause).toMatchObject({ message: "the disk is gone" });
  broken = false;
  expectImage(await arrayAt(file, "data").read());
});

test("a file that is closed during a read, and a pool", async () => {
  const workers = pool(2);
  const file = await open(asAWhole, { workers });
  const reading = failure(() => arrayAt(file, "data").read());
  file.close();
  expect((await reading).code).toBe("closed");
  using other = await open(asAWhole, { workers });
  const another = failure(() => arrayAt(other, "data").read());
  workers.close();
  expect(await another).toMatchObject({ code: "closed", message: "the pool of workers is closed" });
  expect((await failure(() => arrayAt(other, "data").read())).code).toBe("closed");
});

test.each([inParts, asAWhole])("workers that die are an error, and replaced", async (bytes) => {
  const started = await threads(async (kill) => {
    let deadly = true;
    const { source } = watched(bytes, async (offset) => {
      if (deadly && offset > bytes.length / 2) {
        deadly = false;
        await kill();
      }
    });
    using file = await open(source, { workers: pool(2), checksums: "ignore" });
    const error = await failure(() => arrayAt(file, "data").read());
    expect(error.code).toBe("limit-exceeded");
    expect(error.message).toContain("a worker ended before its work was done");
    expectImage(await arrayAt(file, "data").read());
  });
  expect(started).toBeGreaterThan(1);
});

test("files and reads share the workers", async () => {
  const started = await threads(async () => {
    const workers = pool(2);
    const files = await Promise.all([inParts, asAWhole, inParts].map((bytes) => open(bytes, { workers })));
    const reads = files.flatMap((file) => [arrayAt(file, "data").read(), arrayAt(file, "data").read([7])]);
    const results = await Promise.all(reads);
    expect(results.map((result) => column(result).data.length)).toEqual(
      files.flatMap(() => [SIDE * SIDE, SIDE]),
    );
    for (const file of files) {
      file.close();
    }
  });
  expect(started).toBe(2);
});

test("sizes that make no sense", () => {
  for (const size of [0, -1, 1.5, Number.NaN]) {
    expect(() => new WorkerPool({ size })).toThrow(AsdfError);
  }
});
