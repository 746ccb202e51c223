/** The WCS of an image changed into the WCS of a part of the image: a gwcs, FITS keywords, or a wrapper of either. */
import type { TreeValue } from "../../api/tree.ts";
import { isGwcs, keywordsOf } from "../paths.ts";
import { isExtra, isWrapper } from "../wrapper.ts";
import { imageOfGwcs, type PixelRange, shiftGwcs } from "./gwcs.ts";
import { imageOfKeywords, shiftKeywords } from "./keywords.ts";
import { axesOfWrapper, shiftWrapper } from "./wrapped.ts";

/**
 * The number of pixel axes of a WCS, and the shape of its image, if the WCS tells it. Undefined if the node is no WCS, or has no
 * transform. `path` is the path of the node, for errors.
 */
export function imageOf(
  node: TreeValue,
  path: string,
): { inputs: number; shape: readonly number[] | undefined } | undefined {
  if (isGwcs(node)) {
    return imageOfGwcs(node);
  }
  if (isWrapper(node) || isExtra(node)) {
    return { inputs: isWrapper(node) ? axesOfWrapper(node, path) : 1, shape: undefined };
  }
  const keywords = keywordsOf(node);
  return keywords && imageOfKeywords(keywords, path);
}

/** Changes the WCS of an image into the WCS of a part, of which `axes` are the ranges along each pixel axis. */
export function shiftWcs(node: TreeValue, axes: readonly PixelRange[], path: string): void {
  if (isGwcs(node)) {
    shiftGwcs(node, axes, path);
  } else if (isWrapper(node) || isExtra(node)) {
    shiftWrapper(node, axes, path);
  } else {
    shiftKeywords(node, axes);
  }
}
