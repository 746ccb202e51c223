/**
 * Writes every fixture of tests/data but the hostile ones again, once in each compression, and files of what the fixtures have
 * not, for Python's asdf to judge:
 *
 *     npm run build
 *     node tests/written/make.mjs FOLDER
 *     pip install -r tests/data/requirements.txt && python tests/written/check.py FOLDER
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { AsdfError, Complex, implode, NdArray, ndarray, open, withTag, write } from "asdf-wasm";
import { main, Problem, root } from "../../scripts/command/process.mjs";

const data = join(root, "tests", "data");
/** Undefined: as it is stored. No extension of Python's asdf reads bls2. */
const COMPRESSIONS = [undefined, "none", "zlib", "bzp2", "lz4", "zstd", "blsc"];

/** @typedef {{ path: (string | number)[], shape: readonly number[], sha256: string }} Described */
/** @type {{ file: string, original?: string, arrays?: Described[] }[]} */
const written = [];

/**
 * The arrays of numbers below a node as this package reads them, for files that the reference cannot read.
 *
 * @param {unknown} node
 * @param {(string | number)[]} path
 * @param {Set<unknown>} seen
 * @returns {Promise<Described[]>}
 */
async function describe(node, path = [], seen = new Set()) {
  if (typeof node !== "object" || node === null || seen.has(node)) {
    return [];
  }
  seen.add(node);
  if (node instanceof NdArray) {
    const read = await node.read([], { float16: "bits" });
    if (read.mask || !("data" in read) || !ArrayBuffer.isView(read.data)) {
      return [];
    }
    const { buffer, byteOffset, byteLength } = read.data;
    const sha256 = createHash("sha256")
      .update(new Uint8Array(buffer, byteOffset, byteLength))
      .digest("hex");
    return [{ path, shape: node.shape, sha256 }];
  }
  const described = [];
  for (const [key, child] of node instanceof Map ? node : Object.entries(node)) {
    described.push(...(await describe(child, [...path, Array.isArray(node) ? Number(key) : key], seen)));
  }
  return described;
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {Parameters<typeof write>[0]} tree
 * @param {Parameters<typeof write>[1]} options
 * @param {string} [original]
 */
async function keep(folder, name, tree, options, original) {
  writeFileSync(join(folder, name), await write(tree, { ...options, as: "bytes" }));
  written.push({ file: name, ...(original !== undefined && { original, arrays: await describe(tree) }) });
}

/** @param {string} folder */
async function fixtures(folder) {
  const paths = readdirSync(data, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".asdf") && !path.startsWith("hostile"),
  );
  let refused = 0;
  for (const path of paths.sort()) {
    for (const compression of COMPRESSIONS) {
      const name = `${path.replaceAll(/[/\\]/g, "_").replace(/\.asdf$/, "")}.${compression ?? "stored"}.asdf`;
      try {
        const resolve = (/** @type {string} */ uri) => join(data, dirname(path), uri);
        const file = await open(join(data, path), { external: "none", resolve });
        if (file.tree !== null) {
          const options =
            compression === undefined ? {} : { compression: /** @type {"zlib"} */ (compression) };
          await keep(folder, name, file.tree, options, relative(root, join(data, path)));
        }
      } catch (error) {
        if (!(error instanceof AsdfError)) {
          throw error;
        }
        refused += 1;
      }
    }
  }
  console.log(`${written.length} files written again, ${refused} that cannot be read or not be written so.`);
}

/** @param {string} folder */
async function others(folder) {
  const values = Float64Array.from({ length: 600 }, (_, i) => i / 7);
  const shared = { name: "shared" };
  const tree = {
    numbers: [1, -0, 0.1, 1e300, 5e-324, Number.NaN, Infinity, -Infinity, 2 ** 53 - 1, 2n ** 63n - 1n],
    big: [2n ** 64n, -(2n ** 100n)],
    texts: [
      "",
      " a ",
      "yes",
      "012",
      "1e5",
      "a: b",
      "two\nlines\n",
      "\u0001\u0085\u2028",
      "süd 😀",
      "- a",
      "<<",
      "=",
    ],
    complex: [new Complex(1, -2), new Complex(Number.NaN, -Infinity), new Complex(1e-7, 0)],
    map: new Map(Object.entries({ one: 1 })),
    keys: new Map([
      [1, "one"],
      [-2, "two"],
    ]),
    time: new Date("2024-02-29T12:30:00.500Z"),
    tagged: withTag({ unit: "m" }, "tag:example.org,2024:thing-1.0.0"),
    shared: [shared, shared],
    values: ndarray(values, { shape: [20, 30] }),
    big_endian: ndarray(values, { shape: [20, 30], byteorder: "big", compression: "zlib" }),
    view: ndarray(values, { shape: [20], strides: [240], offset: 8 }),
    inline: ndarray(
      [
        [1, 2],
        [3, 4],
      ],
      { inline: true },
    ),
    masked: ndarray([1, 2, 3], { mask: [false, true, false] }),
    text: ndarray(["süd", "north"]),
    ascii: ndarray(["a", "bcd"], { compression: "bzp2" }),
    truths: ndarray([true, false]),
    halves: ndarray([1, 0.5, 65504], { dtype: "float16" }),
    complexes: ndarray(new Float32Array([1, -2, 3, 4]), { dtype: "complex64" }),
    records: ndarray({
      shape: [2],
      fields: {
        id: { data: new Int16Array([1, 2]), shape: [2], stride: [1] },
        place: { data: new Float32Array([1, 2, 3, 4]), shape: [2, 2], stride: [2, 1] },
      },
    }),
    empty: ndarray(new Int8Array(0), { shape: [0, 3] }),
  };
  for (const standard of /** @type {const} */ (["1.6.0", "1.5.0", "1.3.0"])) {
    const { halves, ...rest } = tree;
    await keep(folder, `others.${standard}.asdf`, standard === "1.6.0" ? tree : rest, {
      standard,
      history: "made",
      padding: 256,
    });
  }
  const rows = new Blob([new Uint8Array([1, 2, 3, 4, 5, 6])]).stream();
  await keep(folder, "streamed.asdf", { rows: ndarray(rows, { shape: ["*", 2], dtype: "uint8" }) }, {});
}

/**
 * Files after an edit that changed nothing, in exploded form, and in one again.
 *
 * @param {string} folder
 */
async function forms(folder) {
  for (const name of ["roman_l2_192", "roman_l3_192"]) {
    const path = join(data, "roman", `${name}.asdf`);
    const original = relative(root, path);
    const file = await open(path);
    const files = await file.explode({ name: `${name}.exploded` });
    const edited = { name: `${name}.edited.asdf`, blob: await file.edit(() => {}) };
    const imploded = { name: `${name}.imploded.asdf`, blob: await implode(files) };
    for (const { name, blob } of [...files, edited, imploded]) {
      writeFileSync(join(folder, name), new Uint8Array(await blob.arrayBuffer()));
    }
    written.push(...[files[0], edited, imploded].map((made) => ({ file: made?.name ?? "", original })));
    file.close();
  }
}

await main(async () => {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    throw new Problem("Say which folder to write to: node tests/written/make.mjs FOLDER");
  }
  mkdirSync(folder, { recursive: true });
  await fixtures(folder);
  await others(folder);
  await forms(folder);
  writeFileSync(join(folder, "written.json"), JSON.stringify({ root, written }));
});
