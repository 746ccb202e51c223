/** Writing with a pool of workers: the file has the bytes that one thread writes, whatever becomes of a worker on the way. */
import { createHash } from "node:crypto";
import {
  type CompressionOptions,
  implode,
  ndarray,
  open,
  slice,
  WorkerPool,
  type WriteOptions,
  write,
} from "asdf-wasm";
import { afterEach, expect, test } from "vitest";
import { arrayAt, column, failure } from "../../support/values.ts";
import { threads } from "../support/threads.ts";

const MIB = 2 ** 20;

const pools: WorkerPool[] = [];
afterEach(() => {
  for (const made of pools.splice(0)) {
    made.close();
  }
});

function pool(size: number): WorkerPool {
  const made = new WorkerPool({ size });
  pools.push(made);
  return made;
}

/** Bytes of counts that grow slowly, with noise and zeros in between. */
function bytes(length: number): Uint8Array<ArrayBuffer> {
  const words = Uint32Array.from({ length: Math.ceil(length / 4) }, (_, i) =>
    i % 50_000 < 9000 ? 0 : (i >> 6) * 3 + (Math.imul(i, 2654435761) >>> 29),
  );
  return new Uint8Array(words.buffer, 0, length);
}

const written = (compression: CompressionOptions, data: Uint8Array, options: WriteOptions = {}) =>
  write({ data: ndarray(data, { compression }) }, { ...options, as: "bytes" });

const hash = (file: Uint8Array) => createHash("sha256").update(file).digest("hex");

/** Each codec with the size of its pieces. */
test.each<[CompressionOptions, number]>([
  [{ name: "zlib" }, 2 * MIB],
  [{ name: "zlib", level: 1 }, 2 * MIB],
  [{ name: "bzp2" }, 4 * 899_981],
  [{ name: "bzp2", level: 1 }, 36 * 99_981],
  [{ name: "lz4" }, 4 * MIB],
  [{ name: "zstd" }, 4 * MIB],
  [{ name: "xz", level: 0 }, 4 * MIB],
])(
  "%o: the bytes of a file with and without workers, around the sizes of pieces",
  async (compression, piece) => {
    const workers = pool(2);
    const data = bytes(3 * piece + 12_345);
    for (const length of [piece, piece + 1, 2 * piece, data.length]) {
      const part = data.subarray(0, length);
      const alone = await written(compression, part);
      const started = await threads(async () => {
        expect(hash(await written(compression, part, { workers }))).toBe(hash(alone));
      });
      // Workers begin with the first block of several pieces.
      expect(started).toBe(length === piece + 1 ? 2 : 0);
      using file = await open(alone, { checksums: "error" });
      expect(hash(column(await arrayAt(file, "data").read()).data as Uint8Array)).toBe(hash(part));
    }
  },
);

test("any number of workers, and the pool that all share", async () => {
  const data = bytes(9 * MIB);
  const alone = hash(await written({ name: "zlib", level: 1 }, data));
  for (const workers of [pool(1), pool(3), true, false]) {
    expect(hash(await written({ name: "zlib", level: 1 }, data, { workers }))).toBe(alone);
  }
});

test("blocks of other codecs, small ones and those that do not shrink are written as ever", async () => {
  const workers = pool(2);
  const noise = new Uint8Array(5 * MIB);
  for (let at = 0; at < noise.length; at += 65_536) {
    crypto.getRandomValues(noise.subarray(at, at + 65_536));
  }
  const tree = {
    zstd: ndarray(bytes(5 * MIB), { compression: { name: "zstd", level: 20 } }),
    blsc: ndarray(bytes(5 * MIB), { compression: "blsc" }),
    frame: ndarray(bytes(5 * MIB), { compression: { name: "lz4", layout: "frame" } }),
    noise: ndarray(noise, { compression: "lz4" }),
    tiny: ndarray(bytes(1000), { compression: "xz" }),
    empty: ndarray(bytes(0), { compression: "bzp2" }),
    plain: bytes(3 * MIB),
    chunked: ndarray(bytes(4 * MIB), { shape: [4, MIB], chunks: [3, MIB], compression: "zlib" }),
  };
  const alone = await write(tree, { as: "bytes" });
  expect(hash(await write(tree, { as: "bytes", workers }))).toBe(hash(alone));
});

test("several small blocks, and chunks of an array, are encoded at once: the bytes are the same", async () => {
  const workers = pool(2);
  const tree = () => ({
    chunked: ndarray(bytes(8 * MIB), { shape: [8, MIB], chunks: [1, MIB / 2], compression: "zlib" }),
    several: ["lz4", "zstd", "bzp2", "xz"].map((name) =>
      ndarray(bytes(MIB), { compression: { name } as CompressionOptions }),
    ),
    plain: bytes(MIB),
    large: ndarray(bytes(9 * MIB), { compression: { name: "zlib", level: 1 } }),
    last: ndarray(bytes(MIB), { compression: "lz4" }),
  });
  const alone = await write(tree(), { as: "bytes" });
  const loaded: number[] = [];
  const started = await threads(async () => {
    const onProgress = (progress: { readonly loaded: number }) => loaded.push(progress.loaded);
    expect(hash(await write(tree(), { as: "bytes", workers, onProgress }))).toBe(hash(alone));
  });
  expect(started).toBe(2);
  expect(loaded.at(-1)).toBe(23 * MIB);
  const blob = await write(tree(), { workers });
  expect(hash(new Uint8Array(await blob.arrayBuffer()))).toBe(hash(alone));
});

test("a block that fails ends those begun before their turn, and its failure is told", async () => {
  const workers = pool(2);
  const source = await write({ data: ndarray(bytes(4 * MIB), { shape: [4, MIB] }) }, { as: "bytes" });
  const file = await open(new Blob([source]));
  const tree = {
    first: ndarray(bytes(MIB), { compression: "zlib" }),
    closed: ndarray(arrayAt(file, "data"), { chunks: [2, MIB], compression: "zlib" }),
    last: ndarray(bytes(9 * MIB), { compression: "zlib" }),
  };
  const chunks = (await write(tree, { workers, as: "stream" })).getReader();
  await chunks.read();
  file.close();
  const rest = async () => {
    while (!(await chunks.read()).done) {}
  };
  expect((await failure(rest)).code).toBe("closed");
  const again = { first: tree.first, last: tree.last };
  const alone = await write(again, { as: "bytes" });
  expect(hash(await write(again, { as: "bytes", workers }))).toBe(hash(alone));
});

test("the workers of an opened file write it, unless the write says otherwise", async () => {
  const data = bytes(5 * MIB);
  const zlib = { name: "zlib", level: 1 } as const;
  const original = await write({ data: ndarray(data, { shape: [5, MIB] }) }, { as: "bytes" });
  const options = { compression: zlib, as: "bytes" } as const;
  using file = await open(original, { workers: pool(2) });
  using plain = await open(original);
  const rows = { data: [slice(1, 5)] };
  const [edited, cut] = [await plain.edit(() => {}, options), await plain.cutout(rows, options)];
  // One of them reads the block.
  const one = await threads(async () => {
    expect(hash(await file.edit(() => {}, { ...options, workers: false }))).toBe(hash(edited));
  });
  const other = await threads(async () => {
    expect(hash(await file.edit(() => {}, options))).toBe(hash(edited));
    expect(hash(await file.cutout(rows, options))).toBe(hash(cut));
  });
  expect([one, other]).toEqual([1, 1]);
  const exploded = await file.explode({ compression: zlib });
  const [again, expected] = await Promise.all(
    [pool(2), undefined].map((workers) => implode(exploded, { compression: "xz", workers, as: "bytes" })),
  );
  expect(again && expected && hash(again)).toBe(expected && hash(expected));
});

test("a stream and a Blob are the same bytes, and a stream that nobody reads on ends its work", async () => {
  const data = bytes(9 * MIB);
  const workers = pool(2);
  const tree = { data: ndarray(data, { compression: { name: "zlib", level: 1 } }) };
  const alone = hash(await write(tree, { as: "bytes" }));
  const blob = await write(tree, { workers });
  const stream = await write(tree, { workers, as: "stream" });
  expect(hash(new Uint8Array(await blob.arrayBuffer()))).toBe(alone);
  expect(hash(new Uint8Array(await new Response(stream).arrayBuffer()))).toBe(alone);
  const left = (await write(tree, { workers, as: "stream" })).getReader();
  await left.read();
  await left.cancel();
  expect(hash(await write(tree, { as: "bytes", workers }))).toBe(alone);
});

test("an abort ends the write, and the workers take the next one", async () => {
  const workers = pool(2);
  const data = bytes(30 * MIB);
  const aborting = new AbortController();
  const aborted = failure(() =>
    write(
      { data: ndarray(data, { compression: "bzp2" }) },
      { workers, signal: aborting.signal, as: "bytes" },
    ),
  );
  process.once("worker", () => setImmediate(() => aborting.abort(new Error("enough"))));
  expect(await aborted).toMatchObject({ code: "aborted", name: "AbortError", cause: new Error("enough") });
  const part = data.subarray(0, 5 * MIB);
  expect(hash(await written({ name: "lz4" }, part, { workers }))).toBe(
    hash(await written({ name: "lz4" }, part)),
  );
});

test("a worker that dies fails the write, and the next write gets another", async () => {
  const workers = pool(2);
  const data = bytes(30 * MIB);
  await threads(async (kill) => {
    let killed: Promise<void> | undefined;
    process.once("worker", (worker) =>
      worker.once("online", () => {
        killed = kill();
      }),
    );
    const died = await failure(() => written({ name: "bzp2" }, data, { workers }));
    expect(["limit-exceeded", "network"]).toContain(died.code);
    expect(died.message).toMatch(/^a worker (ended before its work was done|could not be started)/);
    // The others end a little later; the next write would be given to them.
    await killed;
  });
  const part = data.subarray(0, 5 * MIB);
  expect(hash(await written({ name: "lz4" }, part, { workers }))).toBe(
    hash(await written({ name: "lz4" }, part)),
  );
});

test("a closed pool, a worker that cannot be started, and what is no pool", async () => {
  const closed = pool(1);
  closed.close();
  const data = bytes(5 * MIB);
  const zlib = { name: "zlib" } as const;
  expect((await failure(() => written(zlib, data, { workers: closed }))).code).toBe("closed");
  const broken = new WorkerPool({
    worker: () => {
      throw new Error("no threads here");
    },
  });
  const unstarted = await failure(() => written(zlib, data, { workers: broken }));
  expect(unstarted).toMatchObject({ code: "network", message: /no threads here/ });
  const wrong = await failure(() => written(zlib, data, { workers: 2 as unknown as boolean }));
  expect(wrong).toMatchObject({ code: "bad-argument" });
});

test("a block that turns out to be damaged is copied as without workers", async () => {
  const workers = pool(2);
  const data = bytes(5 * MIB);
  using file = await open(await written({ name: "bzp2" }, data), { checksums: "error" });
  const damaged = new Uint8Array(await (await file.edit(() => {})).arrayBuffer());
  damaged.fill(0, damaged.length - 2000, damaged.length - 1000);
  using broken = await open(damaged);
  const options = { compression: "lz4", as: "bytes" } as const;
  const alone = await broken.edit(() => {}, options);
  expect(hash(await broken.edit(() => {}, { ...options, workers }))).toBe(hash(alone));
  expect(broken.warnings.map(({ code }) => code)).toContain("not-copied");
});

test("what no worker shares is encoded in its turn, so that memory has one such block", async () => {
  const data = ndarray(bytes(3 * MIB), { shape: [3, MIB] });
  const source = await write({ first: data, second: ndarray(bytes(3 * MIB - 3), { shape: [3, MIB - 1] }) });
  const stored = new Uint8Array(await source.arrayBuffer());
  const offsets: number[] = [];
  using file = await open({
    size: stored.length,
    read: async (offset, length) => {
      offsets.push(offset);
      return stored.subarray(offset, offset + length);
    },
  });
  const tree = Object.fromEntries(
    ["first", "second"].map((name) => {
      const array = arrayAt(file, name);
      return [name, ndarray(array, { chunks: [...array.shape], compression: "blsc" })];
    }),
  );
  const alone = await write(tree, { as: "bytes" });
  offsets.length = 0;
  expect(hash(await write(tree, { as: "bytes", workers: pool(2) }))).toBe(hash(alone));
  expect(offsets.length).toBeGreaterThan(2);
  expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
});

test("thousands of the smallest blocks have the same bytes", async () => {
  const tree = {
    all: Array.from({ length: 3000 }, (_, i) => ndarray(bytes(64 + i), { compression: "zlib" })),
  };
  const alone = await write(tree, { as: "bytes" });
  expect(hash(await write(tree, { as: "bytes", workers: pool(2) }))).toBe(hash(alone));
});
