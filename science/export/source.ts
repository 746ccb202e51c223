/** What a part of an image of a FITS file keeps of that file: the cards of its header, errors and flags beside it, distortion tables. */
import {
  type AsdfFile,
  type Hdu,
  type HeaderCard,
  type HeaderPart,
  hdusBeside,
  headerOfPart,
  type ImagePart,
  type NdArray,
  type PartAxis,
  setFloat,
} from "asdf-wasm";
import { contentOfPart } from "./content.ts";
import { type Card, cardOf, isStorage } from "./fits/cards.ts";
import { fitsImage, imageType, type Other } from "./fitsFile.ts";
import { tableBehind, versionOfCard, type WithTables, withTables } from "./wcs/tabular.ts";

/** Keywords that say what is true of the whole only. */
const OF_WHOLE = /^DATA(?:MIN|MAX)$/;
const OF_IMAGE =
  /^(?:BUNIT|WCSAXES|EXT(?:NAME|VER|LEVEL)|(?:CRPIX|CRVAL|CDELT|CTYPE|CUNIT|CROTA|PC|CD|PV|PS)\d+(?:_\d+)?)[A-Z]?$/;
const DISTORTING = /^(?:C[PQ](?:DIS|ERR)\d|D2IM(?:DIS|ERR)?\d|D[PQ]\d|AXISCORR$)/;
/** Keywords that name a table of distortions by its version, and the names of these. */
const DISTORTED = /^(?:D[PQ]\d+|D2IM\d+)\.EXTVER$/;
const DISTORTION = /^(?:WCSDVARR|D2IMARR)$/;

export interface FitsSource {
  readonly cards: readonly Card[];
  readonly remarks: readonly string[];
  /** What follows the image in the file. */
  readonly others: readonly Other[];
}

/** Undefined if the array is no image of a FITS file. `replaced`: the WCS that replaces the one of the header. */
export function fitsSource(
  file: AsdfFile,
  array: NdArray,
  part: ImagePart,
  {
    isAlone = false,
    replaced,
  }: { readonly isAlone?: boolean; readonly replaced?: readonly Card[] | undefined },
): FitsSource | undefined {
  const hdu = array.hdu === undefined ? undefined : file.hdus[array.hdu];
  if (hdu?.kind !== "image" && hdu?.kind !== "compressed-image") {
    return undefined;
  }
  const isWhole =
    part.axes.length === array.ndim &&
    part.axes.every(
      ({ start, step, length, axis }) => start === 0 && step === 1 && length === array.shape[axis],
    );
  const own = headerOfPart(hdu.cards, array.ndim, part);
  const names = new Set(own.cards.map(({ keyword }) => keyword));
  const inherited = inheritedBy(file.hdus, hdu).filter(
    ({ keyword }) => !names.has(keyword) && !OF_IMAGE.test(keyword),
  );
  const cards = [...inherited, ...own.cards].filter(
    ({ keyword }) => replaced === undefined || versionOfCard(keyword) !== "",
  );
  const head = headOf(file.hdus, hdu, { ...own, cards }, part);
  const kept = head.cards.filter(
    ({ keyword }) =>
      !isStorage(keyword) &&
      !(OF_WHOLE.test(keyword) && !isWhole) &&
      !(keyword === "EXTNAME" && hdu.kind === "compressed-image" && hdu.name === "COMPRESSED_IMAGE"),
  );
  const beside = isAlone || !isInOrder(part) ? [] : hdusBeside(file.hdus, hdu);
  const companions = beside.flatMap((other) => {
    const { data, name } = other;
    const its = alike(other, array, part);
    const head = data && its && headOf(file.hdus, other, headerOfPart(other.cards, data.ndim, its), its);
    const image = head && extension(data, its, head.cards);
    return image ? [{ ...head, image, name }] : [];
  });
  const distortions = new Set([head, ...companions].flatMap(({ distortions }) => distortions));
  const tables = new Set([head, ...companions].flatMap(({ tables }) => tables));
  const others = [
    ...companions.map(({ image }) => image),
    ...[...distortions].flatMap((table) =>
      table.data
        ? (extension(table.data, wholeOf(table.data.shape), movedTable(table, array.ndim, part)) ?? [])
        : [],
    ),
    ...[...tables].flatMap((table) => tableBehind(table, file.hdus)),
  ];
  const isKept = names.has("CTYPE1") && !replaced && !head.lost.has("");
  return {
    cards: [...kept.map(cardOf), ...(replaced ?? [])],
    remarks: [
      ...(head.lost.has("") ? [] : [`With the header${isKept ? " and the WCS" : ""} of its HDU.`]),
      ...remarksOf("The file", head.lost),
      ...(beside.length > 0 ? [`With ${beside.map(({ name }) => name).join(", ")} beside it.`] : []),
      ...companions.flatMap(({ name, lost }) => remarksOf(name, lost)),
    ],
    others,
  };
}

/** The header of a part, and what its WCS needs in the file. */
interface Head extends WithTables {
  /** Tables that count pixels of the image. */
  readonly distortions: readonly Hdu[];
}

function headOf(hdus: readonly Hdu[], hdu: Hdu, { cards, problem }: HeaderPart, part: ImagePart): Head {
  const distortions = distortionsOf(hdus, hdu);
  const isLost = distortions.length > 0 && (part.axes.some(({ step }) => step !== 1) || !isInOrder(part));
  // A distortion belongs to all versions of the WCS.
  const left = cards.filter(
    ({ keyword }) => !isLost || (versionOfCard(keyword) === undefined && !DISTORTING.test(keyword)),
  );
  const found = withTables(hdus, left);
  const why = problem ?? (isLost ? "its tables of distortions count pixels without steps" : undefined);
  return {
    ...found,
    lost: why === undefined ? found.lost : new Map([["", why], ...found.lost]),
    distortions: isLost ? [] : distortions,
  };
}

function remarksOf(of: string, lost: Head["lost"]): string[] {
  return Array.from(lost, ([version, why]) => `${of} gets no WCS${version && ` ${version}`}: ${why}.`);
}

/** What a header takes over from the first one of its file, which has no data of its own (FITS 4.0, section 4.4.2.6). */
function inheritedBy([first]: readonly Hdu[], hdu: Hdu): readonly HeaderCard[] {
  const refuses = hdu.cards.some(({ keyword, value }) => keyword === "INHERIT" && value === false);
  return first && first.index !== hdu.index && first.dataSize === 0 && !refuses ? first.cards : [];
}

/** The tables of distortions that a header names: their WCS counts pixels of the image. */
function distortionsOf(hdus: readonly Hdu[], { cards }: Hdu): readonly Hdu[] {
  const versions = new Set(
    cards.flatMap(({ keyword, value }) => (DISTORTED.test(keyword) ? [Number(value)] : [])),
  );
  return hdus.filter(({ name, version, data }) => DISTORTION.test(name) && versions.has(version) && data);
}

/** The cards of such a table, for a part that begins at another pixel. */
function movedTable({ cards }: Hdu, ndim: number, { axes }: ImagePart): HeaderCard[] {
  return cards.map((card) => {
    const axis = /^CRVAL([12])$/.exec(card.keyword)?.[1];
    const range = axes.find(({ axis: of }) => ndim - of === Number(axis));
    if (!range || typeof card.value !== "number") {
      return card;
    }
    const moved = { ...card, value: card.value - range.start };
    setFloat(moved, "value");
    return moved;
  });
}

/** The same part of an image beside: of one with other axes in front, the last two. */
function alike({ data }: Hdu, array: NdArray, part: ImagePart): ImagePart | undefined {
  if (!data || data.shape.join() === array.shape.join()) {
    return data && part;
  }
  const surplus = data.ndim - array.ndim;
  const last = part.axes.flatMap((range): PartAxis[] =>
    range.axis >= array.ndim - 2 ? [{ ...range, axis: range.axis + surplus }] : [],
  );
  const before = data.shape.slice(0, -2).map((length, axis) => ({ axis, start: 0, step: 1, length }));
  return last.length === 2 ? { axes: [...before, ...last], index: data.shape.map(() => 0) } : undefined;
}

function isInOrder({ axes }: ImagePart): boolean {
  return axes.every(({ axis }, i) => i === 0 || axis > (axes[i - 1]?.axis ?? 0));
}

function wholeOf(shape: readonly number[]): ImagePart {
  return {
    axes: shape.map((length, axis) => ({ axis, start: 0, step: 1, length })),
    index: shape.map(() => 0),
  };
}

/** An image behind the first, with its cards. */
function extension(data: NdArray, part: ImagePart, cards: readonly HeaderCard[]): Other | undefined {
  const content = contentOfPart("", data, part);
  const type = imageType(content);
  const notes = {
    unit: undefined,
    comments: [],
    cards: cards.filter(({ keyword }) => !isStorage(keyword) && !OF_WHOLE.test(keyword)).map(cardOf),
    isOriginal: true,
    place: "extension",
  } as const;
  return type && ((signal) => fitsImage(content, type, notes, signal));
}
