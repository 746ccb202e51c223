/** The headers of a tree of HDUs, as `open()` makes it of a FITS file, when parts of their images are cut out. */

import type { Hdu } from "../../api/blocks.ts";
import { copyMarks } from "../../api/marks/marks.ts";
import { NdArray } from "../../api/ndarray.ts";
import { entriesOf } from "../../api/path.ts";
import { isTreeMap, type TreeMap, type TreeValue } from "../../api/tree.ts";
import { isFloat, setFloat } from "../../api/values.ts";
import type { ImagePart } from "../../api/wcs.ts";
import type { AsdfFile } from "../../file/file.ts";
import { hdusBeside } from "../../shown/beside.ts";
import { headerOfPart } from "../../wcs/part/header.ts";
import type { AxisRange } from "../input/axes.ts";

/** The HDUs with the errors and flags of an image. */
export function besideImage({ hdus, tree }: AsdfFile, { hdu }: NdArray): readonly Hdu[] {
  const own = hdu === undefined ? undefined : hdus[hdu];
  return own && [...imagesIn(tree)].some(([, { hdu }]) => hdu === own.index) ? hdusBeside(hdus, own) : [];
}

/** Changes the headers in a copy of the tree to headers of the parts. Returns these with their parts. */
export function cutHeaders(
  file: AsdfFile,
  copy: TreeValue,
  axesOf: (array: NdArray) => readonly AxisRange[] | undefined,
): ReadonlyMap<TreeValue, readonly AxisRange[] | undefined> {
  const done = new Map<TreeValue, readonly AxisRange[] | undefined>();
  for (const [key, array] of imagesIn(file.nodes)) {
    const node = isTreeMap(copy) ? copy[key] : undefined;
    const header = isTreeMap(node) ? node["header"] : undefined;
    if (isTreeMap(node) && isTreeMap(header)) {
      const axes = axesOf(array);
      const made = axes ? cutHeader(header, array.ndim, axes) : header;
      node["header"] = made;
      done.set(made, axes);
    }
  }
  return done;
}

/** The images of a tree of HDUs, by their keys. */
function* imagesIn(tree: TreeValue): Generator<readonly [string, NdArray]> {
  for (const [key, node] of entriesOf(tree)) {
    const { header, data } = isTreeMap(node) ? node : ({} as TreeMap);
    if (
      typeof key === "string" &&
      isTreeMap(header) &&
      data instanceof NdArray &&
      data.hdu !== undefined &&
      !data.is("struct")
    ) {
      yield [key, data];
    }
  }
}

function cutHeader(header: TreeMap, ndim: number, axes: readonly AxisRange[]): TreeMap {
  const cards = Object.entries(header).map(([keyword, value]) => {
    const card = { keyword, value, comment: "" };
    if (isFloat(header, keyword)) {
      setFloat(card, "value");
    }
    return card;
  });
  const made: TreeMap = copyMarks(header, Object.create(null));
  for (const card of headerOfPart(cards, ndim, partOf(axes)).cards) {
    made[card.keyword] = card.value as TreeValue;
    if (isFloat(card, "value")) {
      setFloat(made, card.keyword);
    }
  }
  return made;
}

function partOf(axes: readonly AxisRange[]): ImagePart {
  return {
    axes: axes.flatMap(({ dropped, ...range }, axis) => (dropped ? [] : [{ axis, ...range }])),
    index: axes.map(({ start }) => start),
  };
}
