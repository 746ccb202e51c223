/** Files of weldx, whose tags are its own: they open, and are written again with all that is in them. */
import { readFileSync } from "node:fs";
import { NdArray, open, type TreeValue, tagOf } from "asdf-wasm";
import { expect, test } from "vitest";

const bytes = readFileSync(new URL("../../data/weldx/objects.asdf", import.meta.url));

/** All values below a node with their tags: arrays by their elements. */
async function contents(node: TreeValue, path = ""): Promise<unknown[]> {
  const own = [path, tagOf(node)];
  if (node instanceof NdArray) {
    const { data, shape } = await node.read([]);
    return [[...own, node.dtype, shape, Array.from<unknown>(data ?? [])]];
  }
  if (typeof node !== "object" || node === null) {
    return [[...own, node]];
  }
  const inner = Object.entries(node).map(([key, value]) => contents(value as TreeValue, `${path}/${key}`));
  return [own, ...(await Promise.all(inner)).flat()];
}

test("the objects of weldx are kept when a file is written again", async () => {
  const file = await open(bytes);
  // weldx writes the values of a series under the same key twice.
  expect(file.warnings.map(({ code, path }) => [code, path])).toEqual([["duplicate-key", "series/values"]]);
  const copy = await open(await file.edit(() => {}));
  expect(copy.warnings).toEqual([]);
  const before = await contents(file.tree);
  expect(before.length).toBeGreaterThan(100);
  const plain = (each: unknown[]) =>
    each.filter((one) => !/^\/(?:asdf_library|history)/.test(String((one as unknown[])[0])));
  expect(plain(await contents(copy.tree))).toEqual(plain(before));
});
