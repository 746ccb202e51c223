/** A WCS from a node of the tree: described to the WebAssembly module, its arrays read, and compiled. */
import { AsdfError } from "../api/error.ts";
import type { NdArray } from "../api/ndarray.ts";
import type { WorkOptions } from "../api/options.ts";
import type { TreeValue } from "../api/tree.ts";
import { guard, release } from "../wasm/failure.ts";
import { type Coordinates, wcs } from "../wasm/wcs.ts";
import { describeWcs } from "./message.ts";
import { targetsOf } from "./references.ts";

/**
 * Compiles the gwcs at a node, or a single transform. `path` is the path of the node, for errors. The arrays that the transforms
 * need are read. The result belongs to the caller, who frees it.
 */
export async function compileWcs(
  node: TreeValue,
  path: string,
  options: Pick<WorkOptions, "signal"> = {},
): Promise<Coordinates> {
  const { nodes, numbers, texts, arrays } = describeWcs(node, await targetsOf(node, options));
  const outline = within(path, () => new (wcs().Outline)(nodes, numbers, texts));
  try {
    for (const number of outline.needed()) {
      const array = arrays[number];
      if (array !== undefined) {
        const { shape, values } = await numbersOf(array, path, options);
        outline.supply(number, Uint32Array.from(shape), values);
      }
    }
    return within(path, () => outline.compile());
  } finally {
    release(outline);
  }
}

/** The elements of an array as numbers. */
async function numbersOf(
  array: NdArray,
  path: string,
  { signal }: Pick<WorkOptions, "signal">,
): Promise<{ shape: readonly number[]; values: Float64Array }> {
  const { data, shape } = await array.read([], { signal });
  if (data === undefined || typeof data[0] === "string") {
    throw new AsdfError("bad-array", "an array of a WCS does not consist of numbers", { path });
  }
  return { shape, values: data instanceof Float64Array ? data : Float64Array.from(data, Number) };
}

/** Calls the module; the paths of its errors begin at `path`. */
function within<T>(path: string, call: () => T): T {
  try {
    return guard(call);
  } catch (thrown) {
    if (!(thrown instanceof AsdfError)) {
      throw thrown;
    }
    const whole = [path, thrown.path ?? ""].filter((part) => part !== "").join("/");
    throw new AsdfError(thrown.code, thrown.message, { path: whole, cause: thrown.cause });
  }
}
