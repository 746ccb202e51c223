/**
 * Tables of distortions (`CPDISj`, `D2IMDISj`) in a tree of HDUs whose images are cut: they count pixels of the whole image. They move
 * with the image where all that names them moves alike; otherwise the header of the part loses its distortion.
 */
import { AsdfError } from "../../api/error.ts";
import { entriesOf } from "../../api/path.ts";
import type { TreeMap, TreeValue } from "../../api/tree.ts";
import { namedTables } from "../../wcs/fits/distortion.ts";
import { Header } from "../../wcs/header/header.ts";
import { removeKeywords, setKeyword } from "../../wcs/part/keywords.ts";
import { allKeywordsOf, keywordsOf } from "../../wcs/paths.ts";
import { tablesIn } from "../../wcs/tables.ts";
import type { AxisRange } from "../input/axes.ts";

const DISTORTION = /^(?:CPDIS\d|D2IMDIS\d|AXISCORR$|DP\d+(?:\.|$)|D2IM\d+(?:\.|$))/;

/** A WCS of the copied tree, and the part of the last axes of its image; undefined: the whole. */
export interface CutWcs {
  readonly path: string;
  readonly node: TreeValue;
  readonly axes: readonly AxisRange[] | undefined;
}

/** What names a table, and from which pixel of its axes it then counts; undefined if that is no shift. */
interface Use {
  readonly wcs: CutWcs;
  readonly shift: readonly [number, number] | undefined;
}

/** Moves the tables. Returns the paths of the headers that lose their distortion, each with the table that cannot be moved. */
export function moveTables(tree: TreeValue, all: readonly CutWcs[]): ReadonlyMap<string, string> {
  const headers = new Map<string, TreeValue>();
  for (const [, node] of entriesOf(tree)) {
    for (const { name, version } of tablesIn([node])) {
      headers.set(`${name},${version}`, (node as TreeMap)["header"] ?? null);
    }
  }
  const uses = new Map<string, Use[]>();
  for (const wcs of all) {
    for (const { name, version } of namedBy(wcs.node)) {
      const table = `${name},${version}`;
      const use = { wcs, shift: shiftOf(wcs.axes) };
      uses.set(table, [...(uses.get(table) ?? []), use]);
    }
  }
  const lost = new Map<string, string>();
  for (const [table, found] of uses) {
    const header = headers.get(table);
    const shifts = new Set(found.map(({ shift }) => String(shift)));
    const [shift] = found.map((use) => use.shift);
    if (header === undefined) {
      // Whoever reads the header is told that the table is missing.
    } else if (shifts.size === 1 && shift) {
      // `CRVALi` is of pixel axis i, even where the table itself is turned.
      for (const [i, start] of shift.entries()) {
        const keyword = `CRVAL${i + 1}`;
        setKeyword(header, keyword, Number(allKeywordsOf(header).get(keyword) ?? 0) - start);
      }
    } else {
      for (const { wcs } of found.filter((use) => use.shift?.some((start) => start !== 0) ?? true)) {
        lost.set(wcs.path, lost.get(wcs.path) ?? table);
        removeKeywords(wcs.node, (keyword) => DISTORTION.test(keyword));
      }
    }
  }
  return lost;
}

function namedBy(node: TreeValue): ReturnType<typeof namedTables> {
  const keywords = keywordsOf(node);
  if (!keywords || ![...keywords.keys()].some((keyword) => DISTORTION.test(keyword))) {
    return [];
  }
  try {
    return namedTables(new Header(keywords, ""));
  } catch (thrown) {
    if (thrown instanceof AsdfError) {
      // A malformed header has no positions, with or without tables.
      return [];
    }
    throw thrown;
  }
}

function shiftOf(axes: readonly AxisRange[] | undefined): readonly [number, number] | undefined {
  if (axes === undefined) {
    return [0, 0];
  }
  const [x, y] = axes.toReversed();
  return axes.slice(-2).every(({ step, dropped }) => step === 1 && !dropped)
    ? [x?.start ?? 0, y?.start ?? 0]
    : undefined;
}
