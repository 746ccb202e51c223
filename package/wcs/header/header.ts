/** The keywords of a FITS header that define world coordinates, of its primary version. */
import type { Hdu, Warning } from "../../api/blocks.ts";
import { AsdfError } from "../../api/error.ts";
import type { NdArray } from "../../api/ndarray.ts";
import type { Keywords } from "../paths.ts";
import { solarTypes, spelled } from "./spelling.ts";

/** How many axes a header may have. */
const AXES = 16;

/** An HDU in which the tables of a WCS may be. */
export interface TableHdu extends Pick<Hdu, "name" | "version" | "cards" | "data"> {
  /** The columns by their names in capitals, if they are arrays of their own. */
  readonly columns?: ReadonlyMap<string, NdArray>;
}

/** A cell of a table, the slowest axis first. */
export interface Cell {
  readonly shape: readonly number[];
  readonly values: ArrayLike<number>;
}

export class Header {
  readonly axes: number;
  /** What is left out. */
  readonly warnings: Warning[];
  /** The HDUs of the file, if it has some. They are asked for only if they are needed: a closed file has none. */
  readonly hdus: () => readonly TableHdu[];
  /** The cells of tables that it names, once they are read. */
  cells: ReadonlyMap<string, Cell> = new Map();
  readonly #keywords: Keywords;
  readonly #path: string;

  constructor(
    keywords: Keywords,
    path: string,
    hdus: () => readonly TableHdu[] = () => [],
    warnings: Warning[] = [],
  ) {
    this.hdus = hdus;
    this.warnings = warnings;
    const standard = spelled(keywords);
    const solar = solarTypes(standard);
    this.#keywords = new Map([...standard, ...solar]);
    this.#path = path;
    if (solar.size > 0) {
      const [unit] = [...solar.values()].slice(-2);
      this.warn(`its Solar-X and Solar-Y are taken for HPLN-TAN and HPLT-TAN in ${unit}`);
    }
    let axes = this.lenient("WCSAXES", this.lenient("NAXIS", 0));
    for (const keyword of this.#keywords.keys()) {
      const [, i = 0, j = 0] = /^(?:CTYPE|CRPIX|CRVAL|CDELT|CUNIT|(?:CD|PC)(\d+)_)(\d+)$/.exec(keyword) ?? [];
      axes = Math.max(axes, Number(i), Number(j));
    }
    if (!Number.isInteger(axes) || axes < 1 || axes > AXES) {
      throw this.malformed(`it has ${axes} axes instead of 1 to ${AXES}`);
    }
    this.axes = axes;
  }

  /** The same header with other values of some keywords. */
  changed(values: Keywords): Header {
    return new Header(new Map([...this.#keywords, ...values]), this.#path, this.hdus, this.warnings);
  }

  has(keyword: string): boolean {
    return this.#keywords.has(keyword);
  }

  /** Whether there is a keyword that matches. */
  hasAny(pattern: RegExp): boolean {
    return this.matching(pattern).length > 0;
  }

  /** The keywords that match. */
  matching(pattern: RegExp): string[] {
    return [...this.#keywords.keys()].filter((keyword) => pattern.test(keyword));
  }

  number(keyword: string, otherwise: number): number {
    const number = this.#numberOf(keyword, otherwise);
    if (!Number.isFinite(number)) {
      throw this.malformed(`${keyword} is no number`);
    }
    return number;
  }

  /** A number that positions hardly need: if the value is not a number, a warning says so, and the default is used. */
  lenient(keyword: string, otherwise: number): number {
    const number = this.#numberOf(keyword, otherwise);
    if (Number.isFinite(number)) {
      return number;
    }
    this.warn(`${keyword} '${this.text(keyword).slice(0, 80)}' is no number, its default counts`);
    return otherwise;
  }

  #numberOf(keyword: string, otherwise: number): number {
    const value = this.#keywords.get(keyword) ?? otherwise;
    return typeof value === "number" ? value : Number(value.trim() || Number.NaN);
  }

  text(keyword: string): string {
    return String(this.#keywords.get(keyword) ?? "").trim();
  }

  /** A text with its blanks. */
  verbatim(keyword: string): string {
    return String(this.#keywords.get(keyword) ?? "");
  }

  /** Says what of the WCS is left out; the same is said once. */
  warn(message: string): void {
    const whole = `the WCS of this FITS header: ${message}`;
    if (this.warnings.every(({ message }) => message !== whole)) {
      this.warnings.push({ code: "unsupported-transform", message: whole, path: this.#path });
    }
  }

  malformed(message: string): AsdfError {
    return new AsdfError("bad-tree", `the WCS of this FITS header is malformed: ${message}`, {
      path: this.#path,
    });
  }

  unsupported(message: string): AsdfError {
    return new AsdfError(
      "unsupported-transform",
      `the WCS of this FITS header is not supported: ${message}`,
      {
        path: this.#path,
      },
    );
  }
}
