/**
 * Cuts a wrapped WCS (asdf-astropy, ndcube) to a part of the image: by one more wrapper around it, so that what is inside, which
 * other arrays may share, stays as it is. Only astropy's `WCS` itself is moved by its keywords.
 */
import { AsdfError } from "../../api/error.ts";
import { copyMarks } from "../../api/marks/marks.ts";
import { entriesOf } from "../../api/path.ts";
import { isTreeMap, type TreeMap, type TreeValue } from "../../api/tree.ts";
import { tagOf, withTag } from "../../api/values.ts";
import { map } from "../fits/nodes.ts";
import { Header } from "../header/header.ts";
import { allKeywordsOf, isGwcs } from "../paths.ts";
import { headerIn, wrapperOf } from "../wrapper.ts";
import { imageOfGwcs, type PixelRange } from "./gwcs.ts";
import { shiftKeywords } from "./keywords.ts";

const SLICED = "tag:astropy.org:astropy/wcs/slicedwcs-1.1.0";

/** How deep wrappers may nest. */
const DEPTH = 16;

/** The number of pixel axes of a wrapper, if the tree says it. */
export function axesOfWrapper(node: TreeValue, path: string, depth = 0): number {
  if (!isTreeMap(node) || depth > DEPTH) {
    return 2;
  }
  const inner = (wcs: TreeValue = null) =>
    isTreeMap(wcs) && isGwcs(wcs)
      ? (imageOfGwcs(wcs)?.inputs ?? 2)
      : wrapperOf(wcs) === undefined
        ? new Header(allKeywordsOf(wcs), path).axes
        : axesOfWrapper(wcs, path, depth + 1);
  switch (wrapperOf(node)) {
    case "wcs":
      return inner(headerIn(node));
    case "slicedwcs": {
      const slices = node["slices_array"];
      return Array.isArray(slices) ? slices.filter((slice) => isTreeMap(slice)).length : 2;
    }
    case "compoundwcs": {
      const { wcs, mapping } = node;
      const parts = Array.isArray(wcs) ? wcs : [];
      return Array.isArray(mapping) && mapping.length > 0
        ? Math.max(...mapping.map(Number)) + 1
        : parts.reduce<number>((sum, part) => sum + inner(part), 0);
    }
    default:
      return inner(node["wcs"]);
  }
}

/** Changes a wrapper into the wrapper of a part, of which `axes` are the ranges along each pixel axis. */
export function shiftWrapper(node: TreeMap, axes: readonly PixelRange[], path: string): void {
  const kind = wrapperOf(node);
  if (kind === undefined) {
    const message = `what ${tagOf(node) ?? ""} says of the elements cannot be cut: remove it first`;
    throw new AsdfError("bad-selection", message, { path });
  }
  const { hdulist, attrs } = node;
  if (kind === "wcs" && Array.isArray(hdulist) && hdulist.length === 1) {
    shiftKeywords(headerIn(node), axes);
    shiftLimits(attrs ?? null, axes);
    return;
  }
  if (axes.some(({ step }) => step !== 1)) {
    const message = `astropy's slices, by which a WCS of the kind ${kind} is cut, have no steps: cut it without`;
    throw new AsdfError("bad-selection", message, { path });
  }
  const slices = axes.map(({ start, length }) => map({ start, stop: start + length, step: null }));
  // The wrapper takes the place of the node.
  const inner = copyMarks(node, map({ ...node }));
  for (const [key] of entriesOf(node)) {
    delete node[String(key)];
  }
  withTag(Object.assign(node, { slices_array: slices.reverse(), wcs: inner }), SLICED);
}

/** The shape and the limits that astropy keeps beside the header. */
function shiftLimits(attrs: TreeValue, axes: readonly PixelRange[]): void {
  if (!isTreeMap(attrs)) {
    return;
  }
  if (Array.isArray(attrs["pixel_shape"])) {
    attrs["pixel_shape"] = axes.map(({ length }) => length);
  }
  if (Array.isArray(attrs["pixel_bounds"])) {
    attrs["pixel_bounds"] = attrs["pixel_bounds"].map((bounds, i) => {
      const { start = 0, step = 1 } = axes[i] ?? {};
      const ends = Array.isArray(bounds) ? bounds.map((end) => (Number(end) - start) / step) : null;
      return ends && step < 0 ? ends.reverse() : ends;
    });
  }
}
