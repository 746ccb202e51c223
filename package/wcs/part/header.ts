/** Changes the header of a FITS image into the header of a part of the image, which may lack some of its axes. */
import { isFloat, setFloat } from "../../api/values.ts";
import type { HeaderCard, HeaderPart, ImagePart } from "../../api/wcs.ts";
import type { PixelRange } from "./gwcs.ts";
import { missingKeywords, movedValue, type RangeOf } from "./moved.ts";
import { replacedRotations } from "./rotation.ts";

/** Keywords with the numbers of one axis, and of two. */
const OF_AXIS =
  /^(CRPIX|CRVAL|CDELT|CTYPE|CUNIT|CNAME|CRDER|CSYER|CROTA|LTV|CNPIX|PV|PS)(\d+)((?:_\d+)?[A-Z]?)$/;
const OF_AXES = /^(CD|PC|LTM)(?:(\d+)_(\d+)([A-Z]?)|(\d{3})(\d{3}))$/;
const LENGTH = /^(Z?)NAXIS(\d*)$/;
/** Keywords of the first two axes, or that name axes in another way. */
const OF_FIRST = /^(?:[AB]P?_|CPDIS|CQDIS|D2IM|DP\d|DQ\d|WAT\d|PPO\d|AMD[XY]\d)/;
const OF_WCS =
  /^(?:WCSAXES|(?:WCSNAME|CRPIX|CRVAL|CDELT|CTYPE|CUNIT|CROTA|PC|CD|PV|PS)\d*(?:_\d+)?)([A-Z]?)$|^[AB]P?_/;

interface Entry {
  readonly keyword: string;
  readonly value: unknown;
  readonly comment: string;
  readonly isFloat: boolean;
}

/**
 * The cards of the header of a part of an image, whose array has `ndim` axes: reference pixels, scales and lengths are changed to the part, in all
 * versions of the WCS. Axes that the part lacks keep their world coordinates, behind its own and one pixel long.
 *
 * @example
 * // image[10:20, 30:40]
 * const axes = [{ axis: 0, start: 10, step: 1, length: 10 }, { axis: 1, start: 30, step: 1, length: 10 }];
 * const { cards } = headerOfPart(hdu.cards, 2, { axes, index: [] });
 */
export function headerOfPart(cards: readonly HeaderCard[], ndim: number, part: ImagePart): HeaderPart {
  const kept = part.axes.map(({ axis }) => ndim - axis).reverse();
  const all = Array.from({ length: ndim }, (_, i) => i + 1);
  const order = [...kept, ...all.filter((axis) => !kept.includes(axis))];
  const ranges = new Map<number, PixelRange>([
    ...all.map((axis) => [axis, { start: part.index[ndim - axis] ?? 0, step: 1, length: 1 }] as const),
    ...part.axes.map((range) => [ndim - range.axis, range] as const),
  ]);
  const rangeOf = (axis: number) => ranges.get(axis);
  const given = cards.map((card): Entry => ({ ...card, isFloat: isFloat(card, "value") }));
  const entries = withMatrices(given, rangeOf);
  const problem = problemOf(entries, order);
  const left =
    problem === undefined
      ? entries
      : entries.filter(({ keyword }) => !OF_WCS.test(keyword) && !OF_FIRST.test(keyword));
  const names = left.map(({ keyword }) => keyword);
  const added = missingKeywords(names, ndim, rangeOf, kept).map(
    ([keyword, value]): Entry => ({ keyword, value, comment: "", isFloat: true }),
  );
  const isCompressed = names.includes("ZNAXIS");
  const moved = [...left.map((entry) => movedEntry(entry, rangeOf)), ...added].flatMap((entry): Entry[] => {
    const [, z, axis = ""] = LENGTH.exec(entry.keyword) ?? [];
    if (z === undefined || (z === "Z") !== isCompressed) {
      return [renumbered(entry, order)];
    }
    const at = kept.indexOf(Number(axis)) + 1;
    const keyword = `${z}NAXIS${axis === "" ? "" : at}`;
    const value = axis === "" ? kept.length : rangeOf(Number(axis))?.length;
    return axis === "" || at > 0 ? [{ ...entry, keyword, value }] : [];
  });
  return {
    cards: withWcsAxes(moved, kept.length).map(({ isFloat, ...card }) => {
      if (isFloat) {
        setFloat(card, "value");
      }
      return card;
    }),
    problem,
  };
}

/** Angles of rotation become matrices where they cannot express the part. */
function withMatrices(entries: readonly Entry[], rangeOf: RangeOf): readonly Entry[] {
  const keywords = entries.flatMap(({ keyword, value }): [string, string | number][] => {
    const plain = typeof value === "bigint" ? Number(value) : value;
    return typeof plain === "number" || typeof plain === "string" ? [[keyword, plain]] : [];
  });
  const replaced = replacedRotations(new Map(keywords), rangeOf);
  return entries.flatMap(
    (entry) =>
      replaced
        .get(entry.keyword)
        ?.map(([keyword, value]): Entry => ({ keyword, value, comment: "", isFloat: true })) ?? [entry],
  );
}

function problemOf(entries: readonly Entry[], order: readonly number[]): string | undefined {
  const isOther = order.slice(0, 2).some((axis, i) => axis !== i + 1);
  return isOther && entries.some(({ keyword }) => OF_FIRST.test(keyword))
    ? "its distortions belong to axes that are others in this part"
    : undefined;
}

function movedEntry(entry: Entry, rangeOf: RangeOf): Entry {
  const { keyword, value } = entry;
  const moved =
    typeof value === "number" || typeof value === "bigint"
      ? movedValue(keyword, Number(value), rangeOf)
      : undefined;
  return moved === undefined || moved === Number(value)
    ? entry
    : { ...entry, value: moved, isFloat: entry.isFloat || !Number.isInteger(moved) };
}

/** Changes the numbers of axes in a keyword to the numbers in the part. */
function renumbered(entry: Entry, order: readonly number[]): Entry {
  const axisOf = (old: string) => {
    const at = order.indexOf(Number(old)) + 1;
    return at === 0 ? old : String(at).padStart(old.length > 1 ? old.length : 1, "0");
  };
  const keyword = entry.keyword
    .replace(OF_AXIS, (_, name, axis, rest) => `${name}${axisOf(axis)}${rest}`)
    .replace(OF_AXES, (_, name, i, j, version, i3, j3) =>
      i === undefined ? `${name}${axisOf(i3)}${axisOf(j3)}` : `${name}${axisOf(i)}_${axisOf(j)}${version}`,
    );
  return { ...entry, keyword };
}

/** Says for each version how many axes its WCS has, where these are more than the part has. */
function withWcsAxes(entries: readonly Entry[], kept: number): Entry[] {
  const most = new Map<string, number>();
  for (const { keyword } of entries) {
    const [, axis, version = ""] = /^(?:CTYPE|CRVAL)(\d+)([A-Z]?)$/.exec(keyword) ?? [];
    most.set(version, Math.max(most.get(version) ?? 0, Number(axis ?? 0)));
  }
  const first = entries.findIndex(({ keyword }) => OF_WCS.test(keyword));
  const missing = [...most].flatMap(([version, axes]): Entry[] => {
    const keyword = `WCSAXES${version}`;
    const isKnown = entries.some((entry) => entry.keyword === keyword);
    return axes > kept && !isKnown ? [{ keyword, value: axes, comment: "", isFloat: false }] : [];
  });
  return first < 0 ? [...entries] : [...entries.slice(0, first), ...missing, ...entries.slice(first)];
}
