/**
 * The tables of axes `-TAB` ("Representations of spectral coordinates in FITS", Greisen et al. 2006, A&A 446, 747, §6.1), which a header
 * needs in its file. They stay as they are for a part of an image: they are looked up behind the linear part of the WCS.
 */
import type { Hdu, HeaderCard } from "asdf-wasm";
import { tableOf } from "../../tables/columns.ts";
import { cardOf, isStorage } from "../fits/cards.ts";
import { fitsNumber } from "../fits/numbers.ts";
import { type Other, tableExtension } from "../fitsFile.ts";

const TYPE = /^CTYPE(\d+)([A-Z]?)$/;
const OF_WCS =
  /^(?:WCSAXES|WCSNAME|LONPOLE|LATPOLE|RADESYS|EQUINOX|(?:CRPIX|CRVAL|CDELT|CTYPE|CUNIT|CNAME|CROTA)\d+|(?:PC|CD|PV|PS)\d+_\d+)([A-Z]?)$/;
const SIP = /^[AB]P?_\w+$/;

export interface WithTables {
  /** Without each WCS whose tables cannot be carried along. */
  readonly cards: readonly HeaderCard[];
  readonly tables: readonly Hdu[];
  /** Why a WCS is missing, by the letter of its version, which is empty for the primary one. */
  readonly lost: ReadonlyMap<string, string>;
}

/** The letter of the version of the WCS that a keyword belongs to; undefined if it belongs to none. */
export function versionOfCard(keyword: string): string | undefined {
  return SIP.test(keyword) ? "" : OF_WCS.exec(keyword)?.[1];
}

export function withTables(hdus: readonly Hdu[], cards: readonly HeaderCard[]): WithTables {
  const cardValue = (keyword: string) => cards.find((card) => card.keyword === keyword)?.value;
  const tables = new Set<Hdu>();
  const lost = new Map<string, string>();
  for (const { keyword, value } of cards) {
    const [, axis, version = ""] = TYPE.exec(keyword) ?? [];
    if (axis === undefined || !/^.{4}-TAB *$/.test(String(value))) {
      continue;
    }
    const text = (kind: number) => String(cardValue(`PS${axis}_${kind}${version}`) ?? "").trim();
    const number = (kind: number) => Number(cardValue(`PV${axis}_${kind}${version}`) ?? 1);
    const [name, columns] = [text(0), [text(1), text(2)].filter((column) => column !== "")];
    const [own, level] = [number(1), number(2)];
    const table = hdus.find(
      (hdu) => hdu.name === name.toUpperCase() && hdu.version === own && levelOf(hdu) === level,
    );
    if (table && canCarry(table, columns)) {
      tables.add(table);
    } else {
      const why = table ? "cannot be written" : "is not in the file";
      lost.set(version, `the table of axis ${axis} (${[name, own, level].join()}) ${why}`);
    }
  }
  const kept = cards.filter(({ keyword }) => {
    const version = versionOfCard(keyword);
    return version === undefined || !lost.has(version);
  });
  return { cards: kept, tables: [...tables], lost };
}

/** The table as it follows the image. */
export function tableBehind({ name, cards, data }: Hdu, hdus: readonly Hdu[]): readonly Other[] {
  const own = cards.filter(({ keyword }) => !isStorage(keyword)).map(cardOf);
  return data ? [(signal) => tableExtension(tableOf(name, data, hdus), own, [], signal)] : [];
}

function levelOf({ cards }: Hdu): number {
  return Number(cards.find(({ keyword }) => keyword === "EXTLEVEL")?.value ?? 1);
}

/** Whether FITS can hold the table again, with all of its columns: others of its keywords may count them. */
function canCarry({ data }: Hdu, needed: readonly string[]): boolean {
  if (!data || data.error || typeof data.dtype !== "object" || data.dtype.kind !== "struct") {
    return false;
  }
  const { fields } = data.dtype;
  const names = fields.map(({ name }) => name.toUpperCase());
  return (
    needed.every((column) => names.includes(column.toUpperCase())) &&
    fields.every(({ dtype }) =>
      typeof dtype === "string" ? fitsNumber(dtype) !== undefined : dtype.kind !== "struct",
    )
  );
}
