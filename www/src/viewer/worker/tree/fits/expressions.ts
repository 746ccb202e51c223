/** Python that evaluates to a place in a FITS file; `hdus` is the file as opened by astropy's `fits.open()`. */

import { hasAsdf } from "@asdf-wasm/science/format/dialects";
import { entriesOf } from "@asdf-wasm/science/tree/values";
import type { AsdfFile, Hdu, TreeValue } from "asdf-wasm";

/** The data of an HDU. */
export function dataExpression(hdu: Hdu): string {
  return `hdus[${nameOf(hdu)}].data`;
}

/** A header, or the value of a card, if the keys lead there in a tree of HDUs. */
export function headerExpression(file: AsdfFile, keys: readonly unknown[]): string | undefined {
  const [at, header, keyword] = keys;
  const isHeader = file.dialect === "fits" && !hasAsdf(file) && header === "header" && keys.length <= 3;
  const hdu = isHeader ? file.hdus[rootsOf(file).indexOf(at as TreeValue)] : undefined;
  const card = typeof keyword === "string" ? `[${JSON.stringify(keyword)}]` : "";
  return hdu && `hdus[${nameOf(hdu)}].header${card}`;
}

/** The keys of the HDUs, in their order. */
function rootsOf({ tree }: AsdfFile): TreeValue[] {
  return entriesOf(tree).map(([key]) => key);
}

/** The name and the version, or the number of an HDU without a plain name. */
function nameOf({ index, name, version }: Hdu): string {
  if (index === 0 || !/^[A-Z][A-Z\d_-]*$/.test(name)) {
    return String(index);
  }
  return version === 1 ? JSON.stringify(name) : `${JSON.stringify(name)}, ${version}`;
}
