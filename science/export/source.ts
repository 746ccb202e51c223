/** What a part of an image of a FITS file keeps of that file: the cards of its header, errors and flags beside it, distortion tables. */
import {
  type AsdfFile,
  type Hdu,
  type HeaderCard,
  hdusBeside,
  headerOfPart,
  type ImagePart,
  isFloat,
  type NdArray,
  type PartAxis,
  setFloat,
} from "asdf-wasm";
import type { Bytes } from "./bytes.ts";
import { contentOfPart } from "./content.ts";
import { type Card, type CardValue, Real } from "./fits/cards.ts";
import { fitsImage, imageType } from "./fitsFile.ts";

/** Keywords that say how data are stored, or what is true of the whole only. */
const STORAGE =
  /^(?:SIMPLE|XTENSION|BITPIX|NAXIS\d*|EXTEND|[PG]COUNT|GROUPS|BSCALE|BZERO|BLANK|CHECKSUM|DATASUM|INHERIT|TFIELDS|THEAP|T(?:TYPE|FORM|UNIT|DIM|NULL|SCAL|ZERO|DISP)\d+|Z(?:IMAGE|TABLE|TENSION|SIMPLE|EXTEND|BLOCKED|BITPIX|NAXIS\d*|[PG]COUNT|TILE\d+|TILELEN|CMPTYPE|NAME\d+|VAL\d+|QUANTIZ|DITHER0|BLANK|SCALE|ZERO|MASKCMP|HECKSUM|DATASUM|FORM\d+|CTYP\d+))$/;
const OF_WHOLE = /^DATA(?:MIN|MAX)$/;
const OF_IMAGE =
  /^(?:BUNIT|WCSAXES|EXT(?:NAME|VER|LEVEL)|(?:CRPIX|CRVAL|CDELT|CTYPE|CUNIT|CROTA|PC|CD|PV|PS)\d+(?:_\d+)?)[A-Z]?$/;
/** The WCS of the primary version. */
const PRIMARY_WCS =
  /^(?:WCSAXES|WCSNAME|(?:CRPIX|CRVAL|CDELT|CTYPE|CUNIT|CROTA)\d+|(?:PC|CD|PV|PS)\d+_\d+|[AB]P?_\w+|LONPOLE|LATPOLE|RADESYS|EQUINOX)$/;
/** Keywords that name a table of distortions by its version, and the names of these. */
const DISTORTED = /^(?:D[PQ]\d+|D2IM\d+)\.EXTVER$/;
const DISTORTION = /^(?:WCSDVARR|D2IMARR)$/;

export interface FitsSource {
  readonly cards: readonly Card[];
  readonly remarks: readonly string[];
  /** What follows the image in the file. */
  readonly others: readonly Other[];
}

type Other = (signal: AbortSignal) => AsyncGenerator<Bytes>;

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
  const { cards, problem } = headerOfPart(hdu.cards, array.ndim, part);
  const own = new Set(cards.map(({ keyword }) => keyword));
  const inherited = inheritedBy(file.hdus, hdu).filter(
    ({ keyword }) => !own.has(keyword) && !OF_IMAGE.test(keyword),
  );
  const beside = isAlone || !isInOrder(part) ? [] : hdusBeside(file.hdus, hdu);
  const hasSteps = part.axes.some(({ step }) => step !== 1);
  const tables = distortionsOf(file.hdus, hdu);
  const lost = tables.length > 0 && (hasSteps || !isInOrder(part));
  const kept = [...inherited, ...cards].filter(
    ({ keyword }) =>
      !STORAGE.test(keyword) &&
      !(OF_WHOLE.test(keyword) && !isWhole) &&
      !(PRIMARY_WCS.test(keyword) && (replaced !== undefined || lost)) &&
      !(keyword === "EXTNAME" && hdu.kind === "compressed-image" && hdu.name === "COMPRESSED_IMAGE"),
  );
  const others = [
    ...beside.flatMap(({ data, cards, ...other }) => {
      const its = data && alike({ data, cards, ...other }, array, part);
      return data && its ? (extension(data, its, headerOfPart(cards, data.ndim, its).cards) ?? []) : [];
    }),
    ...(lost ? [] : tables).flatMap((table) =>
      table.data
        ? (extension(table.data, wholeOf(table.data.shape), movedTable(table, array.ndim, part)) ?? [])
        : [],
    ),
  ];
  const why = problem ?? (lost ? "its tables of distortions count pixels without steps" : undefined);
  return {
    cards: [...kept.map(cardOf), ...(replaced ?? [])],
    remarks: [
      why === undefined || replaced
        ? `With the header${own.has("CTYPE1") && !replaced ? " and the WCS" : ""} of its HDU.`
        : `The file gets no WCS: ${why}.`,
      ...(beside.length > 0 ? [`With ${beside.map(({ name }) => name).join(", ")} beside it.`] : []),
    ],
    others,
  };
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
    cards: cards.filter(({ keyword }) => !STORAGE.test(keyword) && !OF_WHOLE.test(keyword)).map(cardOf),
    isOriginal: true,
    place: "extension",
  } as const;
  return type && ((signal) => fitsImage(content, type, notes, signal));
}

function cardOf(card: HeaderCard): Card {
  const { keyword, value, comment } = card;
  const isReal = typeof value === "number" && (isFloat(card, "value") || !Number.isInteger(value));
  return [keyword, isReal ? new Real(value) : (value as CardValue), comment];
}
