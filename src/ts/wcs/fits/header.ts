/** The keywords of a FITS header that define world coordinates, of its primary version. */
import { AsdfError } from "../../api/error.ts";
import type { Keywords } from "../paths.ts";

/** How many axes a header may have. */
const AXES = 16;

export class Header {
  readonly axes: number;
  readonly #keywords: Keywords;
  readonly #path: string;

  constructor(keywords: Keywords, path: string) {
    this.#keywords = keywords;
    this.#path = path;
    let axes = this.number("WCSAXES", this.number("NAXIS", 2));
    for (const keyword of keywords.keys()) {
      const [, axis = "0"] = /^(?:CTYPE|CRPIX|CRVAL|CDELT|CUNIT)(\d+)$/.exec(keyword) ?? [];
      axes = Math.max(axes, Number(axis));
    }
    if (!Number.isInteger(axes) || axes < 2 || axes > AXES) {
      throw this.malformed(`it has ${axes} axes instead of 2 to ${AXES}`);
    }
    this.axes = axes;
  }

  has(keyword: string): boolean {
    return this.#keywords.has(keyword);
  }

  /** Whether there is a keyword that matches. */
  hasAny(pattern: RegExp): boolean {
    return [...this.#keywords.keys()].some((keyword) => pattern.test(keyword));
  }

  number(keyword: string, otherwise: number): number {
    const value = this.#keywords.get(keyword) ?? otherwise;
    const number = typeof value === "number" ? value : Number(value.trim() || Number.NaN);
    if (!Number.isFinite(number)) {
      throw this.malformed(`${keyword} is no number`);
    }
    return number;
  }

  text(keyword: string): string {
    return String(this.#keywords.get(keyword) ?? "").trim();
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
