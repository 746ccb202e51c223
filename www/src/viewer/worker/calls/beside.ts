/** The calls for the arrays beside the one on the stage: which there are, and their elements at a place. */

import { isComplex } from "@asdf-wasm/science/elements/complex";
import { buffersOf, own } from "@asdf-wasm/science/elements/pixels";
import { isSameShape } from "@asdf-wasm/science/elements/shapes";
import { compressionOf, elementsOf, readSection } from "@asdf-wasm/science/sections/reading";
import type { NdArray } from "asdf-wasm";
import { transfer } from "comlink";
import type { BesideCalls } from "../../protocol/images/beside.ts";
import type { Answers } from "../held.ts";
import { telescopeOf } from "../image/flags.ts";
import { errorAmong, flagsAmong } from "../tree/siblings.ts";

/** An array of up to this many bytes is fetched at once. */
const SMALL = 2 ** 24;
/** Compressions in chunks, each of which is decoded by itself. */
const IN_PARTS: ReadonlySet<string> = new Set(["lz4", "blsc", "bls2", "bsc2"]);

export const besideAnswers: Answers<BesideCalls> = {
  companions({ file, nodes }, id) {
    const { shape } = nodes.array(id);
    const beside = nodes.arraysBeside(id);
    const error = errorAmong(beside, nodes.name(id), shape);
    const flags = flagsAmong(beside, shape);
    return {
      error: error && { node: error.node.id, squared: error.squared },
      flags: flags && {
        node: flags.id,
        datatype: flags.array.datatype,
        telescope: telescopeOf(file),
      },
      all: beside.filter(
        ({ array }) => array.elements === "numbers" && !array.unreadable && isSameShape(array.shape, shape),
      ),
    };
  },

  async elements({ arrays, isRemote }, { node, section, excerpt, asked }, signal) {
    const [path, array] = arrays.arrayAt(node);
    if (!asked && isRemote && !(await isFetchedInPart(array, signal))) {
      return undefined;
    }
    const { values, mask } = elementsOf(await readSection(path, array, section, excerpt, { signal }));
    const read = { values: own(values), mask: mask && own(mask), complex: isComplex(array.dtype) };
    return transfer(read, buffersOf(read.values, read.mask));
  },
};

/** Whether a few elements are read without fetching many others: what is one stream is fetched from its beginning. */
async function isFetchedInPart(array: NdArray, signal: AbortSignal): Promise<boolean> {
  if (array.nbytes <= SMALL || array.hdu !== undefined) {
    return true;
  }
  const compression = await compressionOf(array, signal);
  return compression === null || (compression !== undefined && IN_PARTS.has(compression));
}
