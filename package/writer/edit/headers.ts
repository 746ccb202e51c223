/** The headers of a tree of HDUs, as `open()` makes it of a FITS file, when parts of their images are cut out. */

import type { Hdu } from "../../api/blocks.ts";
import { copyMarks } from "../../api/marks/marks.ts";
import { NdArray } from "../../api/ndarray.ts";
import { entriesOf, keyText } from "../../api/path.ts";
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

/** The header of a part in the copied tree. */
interface CutHeader {
  readonly path: string;
  /** Undefined: the whole. */
  readonly axes: readonly AxisRange[] | undefined;
  /** Why it has lost its WCS. */
  readonly problem: string | undefined;
}

/** Changes the headers in a copy of the tree to headers of the parts. Returns these. */
export function cutHeaders(
  file: AsdfFile,
  copy: TreeValue,
  axesOf: (array: NdArray) => readonly AxisRange[] | undefined,
): ReadonlyMap<TreeValue, CutHeader> {
  const done = new Map<TreeValue, CutHeader>();
  for (const [key, array] of imagesIn(file.nodes)) {
    const node = isTreeMap(copy) ? copy[key] : undefined;
    const header = isTreeMap(node) ? node["header"] : undefined;
    if (isTreeMap(node) && isTreeMap(header)) {
      const axes = axesOf(array);
      const { made, problem } = axes ? cutHeader(header, array.ndim, axes) : { made: header };
      node["header"] = made;
      done.set(made, { path: `${keyText(key)}/header`, axes, problem });
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

function cutHeader(header: TreeMap, ndim: number, axes: readonly AxisRange[]) {
  const cards = Object.entries(header).map(([keyword, value]) => {
    const card = { keyword, value, comment: "" };
    if (isFloat(header, keyword)) {
      setFloat(card, "value");
    }
    return card;
  });
  const made: TreeMap = copyMarks(header, Object.create(null));
  const part = headerOfPart(cards, ndim, partOf(axes));
  for (const card of part.cards) {
    made[card.keyword] = card.value as TreeValue;
    if (isFloat(card, "value")) {
      setFloat(made, card.keyword);
    }
  }
  return { made, problem: part.problem };
}

function partOf(axes: readonly AxisRange[]): ImagePart {
  return {
    axes: axes.flatMap(({ dropped, ...range }, axis) => (dropped ? [] : [{ axis, ...range }])),
    index: axes.map(({ start }) => start),
  };
}
