/** The HDUs of a FITS file, as the core describes them. */

import type { Selection } from "../api/arrays.ts";
import type { Card, CardValue, Hdu } from "../api/blocks.ts";
import { AsdfError } from "../api/error.ts";
import { type ArrayReader, NdArray } from "../api/ndarray.ts";
import { Complex, setFloat } from "../api/values.ts";
import { guard, toAsdfError } from "../wasm/failure.ts";
import type { CardCode, CardFloat, DescribedHdu } from "../wasm/json.ts";
import type { CoreReadOptions } from "../wasm/messages.ts";
import type { Document, ReadPlan } from "../wasm/reader.ts";

/** The HDUs of a document; none if it is not FITS. */
export function hdusOf(document: Document, owner: ArrayReader): readonly Hdu[] {
  const json = guard(() => document.hdus?.()) ?? "[]";
  const described: DescribedHdu[] = JSON.parse(json);
  return described.map((hdu) => hduOf(hdu, owner));
}

/** Plans to read the array in an HDU. Modules that do not read FITS cannot, and describe no HDU. */
export function planHdu(
  document: Document,
  hdu: number,
  selection: Selection,
  options: CoreReadOptions,
): ReadPlan {
  const plan = document.planHdu?.(hdu, selection, options);
  if (!plan) {
    throw new AsdfError("not-found", `there is no HDU ${hdu}: the file is not FITS`);
  }
  return plan;
}

function hduOf({ cards, problem, data: array, ...rest }: DescribedHdu, owner: ArrayReader): Hdu {
  const data =
    array && NdArray.at({ hdu: rest.index }, array.error ? toAsdfError(array.error) : array, owner);
  const known = data?.error ? undefined : data;
  return {
    ...rest,
    shape: known?.shape,
    dtype: known?.dtype,
    cards: cards.map(cardOf),
    data,
    problem: problem ? toAsdfError(problem) : data?.error,
  };
}

function cardOf([keyword, code, comment]: DescribedHdu["cards"][number]): Card {
  const card = { keyword, value: cardValue(code), comment };
  if (isFloat(code) && Number.isInteger(card.value)) {
    setFloat(card, "value");
  }
  return card;
}

function cardValue(code: CardCode): CardValue {
  if (code === null) {
    return undefined;
  }
  if (typeof code !== "object") {
    return code;
  }
  if (code[0] === "int") {
    return BigInt(code[1]);
  }
  return code[0] === "complex" ? new Complex(floatOf(code[1]), floatOf(code[2])) : floatOf(code);
}

function isFloat(code: CardCode): code is CardFloat {
  return typeof code === "object" && code !== null && code.length === 1;
}

function floatOf(code: CardFloat): number {
  return Number(code[0] === "float" ? code[1] : code[0]);
}

/** How an HDU is called in messages. */
export function labelOf({ index, name, version }: Pick<Hdu, "index" | "name" | "version">): string {
  return name === "" ? `HDU ${index}` : `HDU ${index} (${name},${version})`;
}

/** Whether the header says that the numbers of an image are scaled. */
export function isScaled({ cards }: Pick<Hdu, "cards">): boolean {
  return cards.some(
    ({ keyword, value }) =>
      (keyword === "BSCALE" && Number(value) !== 1) || (keyword === "BZERO" && Number(value) !== 0),
  );
}
