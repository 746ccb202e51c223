/** Texts of a megabyte in every place of a file: each call of the package takes time that grows with their length, not with its square. */
import {
  AsdfError,
  NdArray,
  open,
  Reference,
  type TreeValue,
  toDate,
  toJSON,
  toQuantity,
  toTable,
} from "asdf-wasm";
import { expect, test } from "vitest";
import {
  fitsWith,
  headerOf,
  IN_TREES,
  CARDS as KINDS,
  textOf,
  treeWith,
  UNITS,
} from "../../support/hostile.ts";

/** The promise is two seconds on an idle machine. What is quadratic takes minutes. */
const MOST = 20_000;
/** Of the text in a FITS file, which has it in eight places. */
const CARDS = 125_000;

async function called<T>(what: string, call: () => T | Promise<T>): Promise<T | undefined> {
  const start = performance.now();
  try {
    return await call();
  } catch (cause) {
    expect(cause, what).toBeInstanceOf(AsdfError);
    return undefined;
  } finally {
    const took = performance.now() - start;
    expect(took, what).toBeLessThan(MOST);
  }
}

/** Whether the file opens at all. */
async function everyCall(bytes: Uint8Array<ArrayBuffer>, place: string): Promise<boolean> {
  const file = await called(`${place}: open`, () => open(bytes));
  if (!file) {
    return false;
  }
  await called(`${place}: json`, () => JSON.stringify(toJSON(file.tree)));
  await called(`${place}: images`, () => [
    file.images(),
    file.mainImage(),
    [...file.find({ tag: /x$/ })],
    file.wcsPaths(),
  ]);
  const values: TreeValue[] = ["v", "w", "x"].flatMap((key) => file.get(key) ?? []);
  for (const value of values) {
    await called(`${place}: table`, () => toTable(value));
    await called(`${place}: quantity`, () => toQuantity(value));
    await called(`${place}: date`, () => toDate(value));
    if (value instanceof NdArray) {
      await called(`${place}: read`, () => value.read());
    }
    if (value instanceof Reference) {
      await called(`${place}: resolve`, () => value.resolve());
    }
  }
  await called(`${place}: wcs`, () => file.wcs("v"));
  for (const hdu of file.hdus) {
    await called(`${place}: header`, () => file.wcs(hdu));
    const { data } = hdu;
    if (data) {
      await called(`${place}: its wcs`, () => {
        file.wcsChoices(data);
        return file.wcsOf(data);
      });
    }
  }
  await called(`${place}: edit`, () => file.edit(() => {}));
  return true;
}

test.each(Object.entries(UNITS))("%s", { timeout: 300_000 }, async (_, unit) => {
  const refused: string[] = [];
  for (const [place, yaml] of Object.entries(IN_TREES)) {
    if (!(await everyCall(treeWith(yaml, unit), place))) {
      refused.push(place);
    }
  }
  expect(refused).toEqual([]);
  expect(await everyCall(fitsWith(textOf(unit).slice(0, CARDS)), "cards")).toBe(true);
});

test.each(["a", "7", "'"])("cards of %j", { timeout: 300_000 }, async (unit) => {
  for (const [kind, card] of Object.entries(KINDS)) {
    expect(await everyCall(headerOf(card, unit), kind), kind).toBe(true);
  }
});
