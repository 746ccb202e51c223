/** FITS files through the package: every array, card and table of the crate's vectors, which are what astropy reads. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ArrayData, type Card, Complex, type Hdu, isFloat, open } from "asdf-wasm";
import { expect, test } from "vitest";
import { bytesOf } from "../../support/values.ts";

const folder = join(import.meta.dirname, "../../data/fits");
const bytes = (name: string) => new Uint8Array(readFileSync(join(folder, name)));

function rowsOf(name: string): string[][] {
  const [, ...lines] = readFileSync(join(folder, name), "utf8").trimEnd().split("\n");
  return lines.map((line) => line.split("\t"));
}

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

/** numpy's letter and size. */
function kindOf(dtype: Hdu["dtype"]): string {
  if (typeof dtype !== "string") {
    return "string";
  }
  const [, letters = "", bits = ""] = /^(\D+)(\d+)$/.exec(dtype) ?? [];
  return letters === "bool" ? "b1" : `${letters[0]}${Number(bits) / 8}`;
}

/** The digest of the elements, zero where they are masked, and that of the mask. */
function digests({ data, mask }: ArrayData): (string | undefined)[] {
  const masked = mask && sha256(mask);
  if (Array.isArray(data) && typeof data[0] === "string") {
    return [sha256(JSON.stringify(data.map((text) => String(text).trimEnd()))), masked];
  }
  const elements = Uint8Array.from(bytesOf({ data } as ArrayData));
  const item = elements.length / (mask?.length ?? 1);
  for (const [index, isMasked] of mask?.entries() ?? []) {
    if (isMasked === 1) {
      elements.fill(0, index * item, (index + 1) * item);
    }
  }
  return [sha256(elements), masked];
}

const arrays = rowsOf("arrays.tsv");
const names = [...new Set(arrays.map(([name = ""]) => name))];

test.each(names)("every array of %s is what astropy reads", async (name) => {
  using file = await open(bytes(name));
  expect(file.dialect).toBe("fits");
  for (const [, number, field, kind, shape, content, mask] of arrays.filter(([file]) => file === name)) {
    const hdu = file.hdus[Number(number)];
    const part = await hdu?.data?.read();
    const fields = typeof hdu?.dtype === "object" && hdu.dtype.kind === "struct" ? hdu.dtype.fields : [];
    const column = part?.fields ? part.fields[fields[Number(field)]?.name ?? ""] : part;
    const dtype = part?.fields ? fields[Number(field)]?.dtype : hdu?.dtype;
    if (!column || column.fields) {
      throw new Error(`${name}: HDU ${number} has no column ${field}`);
    }
    const expected = [kind, shape, content, mask === "-" ? undefined : mask];
    const found = [kindOf(dtype), JSON.stringify(column.shape), ...digests(column)];
    expect(found, `HDU ${number}, field ${field}`).toEqual(expected);
  }
});

/** A card as the table has it: what kind of value, and the value. */
function described({ keyword, value }: Card): string {
  if (value instanceof Complex) {
    return `complex ${value.re} ${value.im}`;
  }
  const isText = typeof value === "string";
  return `${isText && /^(COMMENT|HISTORY)$/.test(keyword) ? "comment" : typeof value} ${String(value)}`;
}

test("every card is what astropy reads", async () => {
  using file = await open(bytes("headers.fits"));
  const rows = rowsOf("cards.tsv");
  for (const [index, hdu] of file.hdus.entries()) {
    const expected = rows.filter(([, number]) => Number(number) === index);
    expect(hdu.cards.map(({ keyword }) => keyword)).toEqual(expected.map(([, , keyword]) => keyword));
    for (const [position, [, , , kind = "", value = "", comment = ""]] of expected.entries()) {
      const card = hdu.cards[position] as Card;
      expect(card.comment).toBe(comment);
      switch (kind) {
        case "bool":
          expect(card.value).toBe(value === "True");
          break;
        case "int":
          expect(String(card.value)).toBe(value);
          expect(isFloat(card, "value")).toBe(false);
          break;
        case "float":
          expect(card.value).toBe(Number(value));
          expect(isFloat(card, "value")).toBe(Number.isInteger(Number(value)));
          break;
        case "complex":
          expect(described(card)).toBe(
            `complex ${value
              .slice(1, -2)
              .replace(/(?<=\d)(?=[-+])/, " ")
              .replace("+", "")}`,
          );
          break;
        case "undefined":
          expect(card.value).toBeUndefined();
          break;
        case "malformed":
          break;
        default:
          expect(String(card.value)).toBe(value);
      }
    }
  }
  const [first] = file.hdus;
  expect(first?.cards.find(({ keyword }) => keyword === "BIG")?.value).toBe(2n ** 80n);
});
