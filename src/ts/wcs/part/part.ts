/** The WCS of an image as that of a part of the image: a gwcs, or FITS keywords. */
import type { TreeValue } from "../../api/tree.ts";
import { isGwcs, keywordsOf } from "../paths.ts";
import { imageOfGwcs, type PixelRange, shiftGwcs } from "./gwcs.ts";
import { imageOfKeywords, shiftKeywords } from "./keywords.ts";

/**
 * The number of pixel axes of a WCS, and the shape of its image, if the WCS tells it. Undefined if the node is no WCS, or has no
 * transform. `path` is that of the node, for errors.
 */
export function imageOf(
  node: TreeValue,
  path: string,
): { inputs: number; shape: readonly number[] | undefined } | undefined {
  if (isGwcs(node)) {
    return imageOfGwcs(node);
  }
  const keywords = keywordsOf(node);
  return keywords && imageOfKeywords(keywords, path);
}

/** Changes the WCS of an image into that of a part, of which `axes` are the ranges along each pixel axis. */
export function shiftWcs(node: TreeValue, axes: readonly PixelRange[], path: string): void {
  if (isGwcs(node)) {
    shiftGwcs(node, axes, path);
  } else {
    shiftKeywords(node, axes, path);
  }
}
