/**
 * Every file of tests/data is written again, its blocks as they are stored or in another compression: each array of what
 * comes out is what it was. A file of which something cannot be read is refused with the words in which that fails.
 */
import { dirname } from "node:path/posix";
import { type ArrayData, AsdfError, type AsdfFile, NdArray, open, type StructData, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { fixtures, read } from "../../support/truth.ts";
import { arrayAt, bytesOf } from "../../support/values.ts";

const COMPRESSIONS = [undefined, "none", "zlib", "lz4", "zstd", "blsc", "bls2"] as const;
const files = fixtures().filter(({ error }) => error === undefined);
const known = new Set(files.map(({ file }) => file));

test.each(files)("$file", async ({ file: name }) => {
  const resolve = (uri: string) => {
    const beside = `${dirname(name)}/${uri}`;
    return known.has(beside) ? read(beside) : undefined;
  };
  using file = await open(read(name), { external: "none", resolve });
  const compression = COMPRESSIONS[[...known].indexOf(name) % COMPRESSIONS.length];
  let written: Blob;
  try {
    written = await write(file.tree, compression ? { compression } : {});
  } catch (error) {
    expect(error).toBeInstanceOf(AsdfError);
    const oddKeys = error instanceof AsdfError && error.message.startsWith("a key is");
    expect(oddKeys || (await isRefusedForGoodReason(file))).toBe(true);
    return;
  }
  using again = await open(written, { checksums: "ignore" });
  expect(again.warnings.filter(({ code }) => code !== "no-byteorder")).toEqual([]);
  for (const [path, array] of file.arrays()) {
    const copy = arrayAt(again, path);
    expect([copy.dtype, copy.shape, copy.masked], path).toEqual([array.dtype, array.shape, array.masked]);
    const part = await array.read().catch((error: unknown) => error);
    const isLost = file.warnings.some((warning) => warning.code === "not-copied" && warning.path === path);
    if (part instanceof AsdfError && isLost) {
      // The block claims more than there is, and what there is may be all that the array needs.
      await copy.read().catch((error: unknown) => expect(error).toBeInstanceOf(AsdfError));
    } else if (part instanceof AsdfError) {
      // What is copied as it is stored is as wrong as it was.
      await expect(copy.read(), path).rejects.toThrow(AsdfError);
    } else {
      expect(sums(await copy.read()), path).toEqual(sums(part as ArrayData | StructData));
    }
  }
});

/** Elements in a form that is soon compared. */
function sums(part: ArrayData | StructData): unknown {
  if (part.fields) {
    return Object.entries(part.fields).map(([name, column]) => [name, sums(column)]);
  }
  const { data, mask } = part;
  const bytes = typeof data[0] === "string" ? Buffer.from(JSON.stringify(data)) : bytesOf(part);
  return [Buffer.from(bytes).toString("base64"), mask && Buffer.from(mask).toString("base64")];
}

/** A tree that is no map cannot be written, nor can arrays that cannot be read. */
async function isRefusedForGoodReason(file: AsdfFile): Promise<boolean> {
  if (
    typeof file.tree !== "object" ||
    file.tree === null ||
    Array.isArray(file.tree) ||
    file.tree instanceof NdArray
  ) {
    return true;
  }
  for (const [, array] of file.arrays()) {
    if ((await array.read().catch((error: unknown) => error)) instanceof AsdfError) {
      return true;
    }
  }
  return false;
}
