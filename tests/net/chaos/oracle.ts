/** The files of the chaos test, what can be done with them, and what each action gives where nothing goes wrong. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  AsdfError,
  type AsdfFile,
  type CompressionName,
  NdArray,
  ndarray,
  open,
  type ReadOptions,
  type Selection,
  slice,
  type WorkOptions,
  write,
} from "asdf-wasm";
import type { Random } from "../../support/random.ts";
import type { Versions } from "./faulty-server.ts";

/** Something that is asked of an open file. It resolves to a digest of the answer. */
export interface Action {
  readonly name: string;
  run(file: AsdfFile, options: WorkOptions): Promise<string>;
}

export interface Sample {
  readonly name: string;
  readonly versions: Versions;
}

const data = new URL("../../data/", import.meta.url);

/** Files of several requests each; those that are made here have two versions, most of them of one size. */
export async function samples(): Promise<Sample[]> {
  const compressions: CompressionName[] = ["none", "zlib", "bzp2", "lz4", "zstd", "xz", "blsc", "bls2"];
  const made = compressions.map(async (compression) => ({
    name: `${compression}.asdf`,
    versions: await Promise.all([0, 1].map((version) => file(compression, version))),
  }));
  const kept = [
    "roman/roman_l2_192.asdf",
    "fits/images.fits",
    "fits/tiles.fits",
    "hostile/float16-all.asdf",
  ].map((path) => ({
    name: path.replaceAll("/", "-"),
    versions: [readFileSync(new URL(path, data))],
  }));
  return [...(await Promise.all(made)), ...kept];
}

/** An image of noise, a chunked one, and a smaller array behind them. */
function file(compression: CompressionName, version: number): Promise<Uint8Array> {
  const noise = (length: number, seed: number) =>
    Uint32Array.from(
      { length },
      (_, i) => Math.imul(i + version * 7919, 2654435761 + seed) >>> (8 + (i % 3)),
    );
  const image = ndarray(noise(200 * 300, 1), { shape: [200, 300] });
  const chunked = ndarray(noise(150 * 100, 2), { shape: [150, 100], chunks: [40, 64] });
  const last = ndarray(noise(20_000, 3), { shape: [20_000] });
  return write({ version: "0", image, chunked, last }, { as: "bytes", compression });
}

function digest(...parts: readonly (ArrayBufferView | string)[]): string {
  const hash = createHash("sha1");
  for (const part of parts) {
    hash.update(
      typeof part === "string" ? part : new Uint8Array(part.buffer, part.byteOffset, part.byteLength),
    );
  }
  return hash.digest("hex");
}

/** The arrays of a file, by their paths. */
function arraysOf(value: unknown, path = "", depth = 0): [path: string, array: NdArray][] {
  if (value instanceof NdArray) {
    return value.error || typeof value.dtype === "object" ? [] : [[path, value]];
  }
  if (typeof value !== "object" || value === null || depth > 3) {
    return [];
  }
  return Object.entries(value).flatMap(([key, inner]) =>
    arraysOf(inner, path === "" ? key : `${path}/${key}`, depth + 1),
  );
}

function selectionOf(shape: readonly number[], random: Random): Selection {
  return shape.map((length) => {
    const start = random.below(length);
    const stop = start + 1 + random.below(length - start);
    return random.pick([null, null, start, slice(start, stop), slice(start, stop, 1 + random.below(4))]);
  });
}

async function elements(file: AsdfFile, path: string, selection: Selection, options: ReadOptions) {
  const array = file.get(path);
  if (!(array instanceof NdArray)) {
    throw new TypeError(`there is no array at ${path}`);
  }
  const { data, shape, mask } = await array.read(selection, options);
  const content = ArrayBuffer.isView(data) ? data : String(data);
  return digest(content, JSON.stringify(shape), mask instanceof Uint8Array ? mask : "");
}

/** Any action on a file that is like `file`. */
export function anyAction(file: AsdfFile, random: Random): Action {
  const [path, array] = random.pick(arraysOf(file.tree));
  const shape = array.shape.map(Number);
  const selection = random.chance(0.3) ? [] : selectionOf(shape, random);
  const block = random.below(Math.max(1, file.blocks.length));
  const actions: Action[] = [
    {
      name: `read ${path} ${JSON.stringify(selection)}`,
      run: (file, options) => elements(file, path, selection, options),
    },
    {
      name: `read ${path} ${JSON.stringify(selection)} by rows`,
      run: (file, options) => elements(file, path, selection, { ...options, onRows: () => {} }),
    },
  ];
  if (file.blocks.length > 0) {
    actions.push(
      {
        name: `read block ${block}`,
        run: async (file, options) => digest(await file.readBlock(block, options)),
      },
      {
        name: "verify",
        run: async (file, options) => {
          const { matched, failed } = await file.verify(undefined, options);
          if (failed[0]) {
            throw failed[0].error;
          }
          return digest(String(matched.length));
        },
      },
      {
        name: "write",
        run: async (file, options) => {
          const bytes = await file.edit(() => {}, { as: "bytes", ...options });
          const lack = file.warnings.find(({ code }) => code === "not-copied");
          if (lack) {
            throw new AsdfError("truncated", lack.message);
          }
          return digest(bytes);
        },
      },
    );
  }
  return random.chance(0.7) ? random.pick(actions.slice(0, 2)) : random.pick(actions);
}

/** What an action gives for each version of a file, from memory. */
export async function truths({ versions }: Sample, action: Action): Promise<string[]> {
  return Promise.all(
    versions.map(async (bytes) => {
      using file = await open(bytes);
      return await action.run(file, {});
    }),
  );
}

/** Whether a failure is one that a program can act on. */
export function isExpected(error: unknown): error is AsdfError {
  return error instanceof AsdfError && !["bad-argument", "not-loaded", "bad-selection"].includes(error.code);
}
