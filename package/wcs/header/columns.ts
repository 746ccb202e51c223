/**
 * The WCS of columns of a binary table, as the keywords of an image ("Representations of world coordinates in FITS", Greisen and Calabretta
 * 2002, §3, tables 2 and 3): a pixel list, of which two columns are the coordinates of events (`TCTYPn`), or an image in each cell of a
 * column (`iCTYPn`).
 */
import type { Keywords } from "../paths.ts";

/** Keywords of an axis by their names for columns, where the column is the axis. */
const OF_COLUMN: Readonly<Record<string, string>> = {
  TCTYP: "CTYPE",
  TCUNI: "CUNIT",
  TCRVL: "CRVAL",
  TCDLT: "CDELT",
  TCRPX: "CRPIX",
  TCROT: "CROTA",
};
const OF_PAIR: Readonly<Record<string, string>> = { TP: "PC", TPC: "PC", TC: "CD", TCD: "CD" };
const OF_PARAMETER: Readonly<Record<string, string>> = { TV: "PV", TPV: "PV", TS: "PS", TPS: "PS" };
/** Keywords of images in cells. */
const OF_CELL: Readonly<Record<string, string>> = {
  CTYP: "CTYPE",
  CUNI: "CUNIT",
  CRVL: "CRVAL",
  CDLT: "CDELT",
  CRPX: "CRPIX",
  CROT: "CROTA",
};
/** Keywords of the whole WCS, of both. */
const WHOLE: Readonly<Record<string, string>> = {
  RADE: "RADESYS",
  EQUI: "EQUINOX",
  LONP: "LONPOLE",
  LATP: "LATPOLE",
  RFRQ: "RESTFRQ",
  RWAV: "RESTWAV",
};
const CELESTIAL = /^(?:RA|DEC|.LON|.LAT|..LN|..LT)-/;

/** The WCS of the columns of a table; undefined if they have none. */
export function columnKeywords(keywords: Keywords): Keywords | undefined {
  return pixelList(keywords) ?? imageColumn(keywords);
}

/** Of the columns that are a direction, if some are; otherwise of all that have a type. */
function pixelList(keywords: Keywords): Keywords | undefined {
  const types = [...keywords].flatMap(([keyword, value]) => {
    const [, column] = /^TCTYP(\d{1,3})$/.exec(keyword) ?? [];
    return column === undefined ? [] : [{ column, isSky: CELESTIAL.test(String(value)) }];
  });
  const sky = types.filter(({ isSky }) => isSky);
  const columns = (sky.length === 2 ? sky : types).map(({ column }) => column);
  columns.sort((a, b) => Number(a) - Number(b));
  return translated(keywords, columns, (keyword) => {
    const axis = (column: string | undefined) => columns.indexOf(column ?? "") + 1;
    const [, name = "", first, second] = /^(T[A-Z]{1,5})(\d{1,3})(?:_(\d{1,3}))?$/.exec(keyword) ?? [];
    if (axis(first) === 0) {
      return undefined;
    }
    if (second === undefined) {
      return OF_COLUMN[name] && `${OF_COLUMN[name]}${axis(first)}`;
    }
    if (Object.hasOwn(OF_PAIR, name)) {
      return axis(second) === 0 ? undefined : `${OF_PAIR[name]}${axis(first)}_${axis(second)}`;
    }
    return OF_PARAMETER[name] && `${OF_PARAMETER[name]}${axis(first)}_${second}`;
  });
}

/** Of the first column that holds images. */
function imageColumn(keywords: Keywords): Keywords | undefined {
  const found = [...keywords.keys()].flatMap((keyword) => /^1CTYP(\d{1,3})$/.exec(keyword)?.[1] ?? []);
  const [column] = found.sort((a, b) => Number(a) - Number(b));
  const columns = column === undefined ? [] : [column];
  return translated(keywords, columns, (keyword) => {
    const [, i, name = "", of] = /^(\d)([A-Z]{4})(\d{1,3})$/.exec(keyword) ?? [];
    if (of === column && Object.hasOwn(OF_CELL, name)) {
      return `${OF_CELL[name]}${i}`;
    }
    const [, row, along, matrix, owner] = /^(\d)(\d)(PC|CD)(\d{1,3})$/.exec(keyword) ?? [];
    if (owner === column && matrix !== undefined) {
      return `${matrix}${row}_${along}`;
    }
    const [, axis, kind = "", its, m] = /^(\d)(P?[VS])(\d{1,3})_(\d{1,3})$/.exec(keyword) ?? [];
    return its === column && axis !== undefined ? `P${kind.slice(-1)}${axis}_${m}` : undefined;
  });
}

/** Keywords under other names; undefined without columns. */
function translated(
  keywords: Keywords,
  columns: readonly string[],
  rename: (keyword: string) => string | undefined,
): Keywords | undefined {
  const found = new Map<string, string | number>();
  for (const [keyword, value] of keywords) {
    const [, name = "", column = ""] = /^([A-Z]{4})(\d{1,3})$/.exec(keyword) ?? [];
    const isWhole = Object.hasOwn(WHOLE, name) && columns.includes(column);
    const other = isWhole ? WHOLE[name] : rename(keyword);
    if (other !== undefined) {
      found.set(other, value);
    } else if (/^(?:RADESYS|EQUINOX|MJD-OBS|DATE-OBS)$/.test(keyword)) {
      found.set(keyword, value);
    }
  }
  return columns.length > 0 ? found : undefined;
}
