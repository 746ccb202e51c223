/**
 * FIELDs of a VOTable (IVOA Recommendation 1.5, sections 2 and 6): their datatypes and array sizes, and cells as text of TABLEDATA and as the
 * big-endian bytes of BINARY and BINARY2.
 */

import { isComplex } from "@asdf-wasm/science/elements/complex";
import { AsdfError } from "asdf-wasm";
import { damaged } from "../../damaged.ts";
import { type Element, GrowingColumn } from "../../memory/column.ts";
import { elementIn } from "../../memory/element.ts";
import type { ElementType } from "../../memory/growing.ts";
import type { ColumnFacts } from "../../memory/table.ts";

export type Attributes = Readonly<Record<string, string>>;

/** What FIELD says, with VALUES and DESCRIPTION inside of it. */
export interface FieldFacts extends ColumnFacts {
  readonly attributes: Attributes;
  /** The value of cells that have none. */
  readonly missing: string | undefined;
}

interface Primitive {
  readonly type: ElementType;
  /** Bytes of an element. */
  readonly size: number;
  readonly read: (view: DataView, at: number) => Element;
}

/** A cell of more bytes is not read. */
const MOST_CELL = 2 ** 26;

const TEXT: Primitive = { type: "text", size: 1, read: () => null };

/** What some writers call datatypes in place of the names of the standard. */
const MEANT: Readonly<Record<string, string>> = {
  string: "char",
  unicodeString: "unicodeChar",
  byte: "unsignedByte",
  int16: "short",
  unsignedShort: "int",
  int32: "int",
  integer: "int",
  unsignedInt: "long",
  int64: "long",
  float32: "float",
  float64: "double",
  bool: "boolean",
};

/** What has fewer bytes than the datatype that has place for all of its numbers. */
const WIDENED: ReadonlySet<string> = new Set(["unsignedShort", "unsignedInt"]);

const PRIMITIVES: Readonly<Record<string, Primitive>> = {
  boolean: {
    type: "bool8",
    size: 1,
    read: (view, at) => elementIn("bool8", String.fromCharCode(view.getUint8(at))) ?? null,
  },
  // A single bit is the first of its byte by the standard; astropy writes another one.
  bit: { type: "bool8", size: 1, read: (view, at) => (view.getUint8(at) === 0 ? 0 : 1) },
  unsignedByte: { type: "uint8", size: 1, read: (view, at) => view.getUint8(at) },
  short: { type: "int16", size: 2, read: (view, at) => view.getInt16(at) },
  int: { type: "int32", size: 4, read: (view, at) => view.getInt32(at) },
  long: { type: "int64", size: 8, read: (view, at) => view.getBigInt64(at) },
  float: { type: "float32", size: 4, read: (view, at) => view.getFloat32(at) },
  double: { type: "float64", size: 8, read: (view, at) => view.getFloat64(at) },
  floatComplex: {
    type: "complex64",
    size: 8,
    read: (view, at) => [view.getFloat32(at), view.getFloat32(at + 4)],
  },
  doubleComplex: {
    type: "complex128",
    size: 16,
    read: (view, at) => [view.getFloat64(at), view.getFloat64(at + 8)],
  },
  char: TEXT,
  unicodeChar: { type: "text", size: 2, read: () => null },
};

export class Field {
  readonly facts: FieldFacts;
  readonly column: GrowingColumn;
  /** Bytes of a cell in BINARY; undefined if cells differ. */
  readonly width: number | undefined;
  /** Whether BINARY can be read: nothing says how many bytes a cell has whose datatype there is not, or is read as a wider one. */
  readonly hasKnownBytes: boolean;
  /** The datatype as it is read. */
  readonly datatype: string;
  readonly #primitive: Primitive;
  readonly #missing: Element | undefined;
  /** Characters of each text of fixed width. */
  readonly #characters: number | undefined;
  readonly #decoder: TextDecoder;

  constructor(facts: FieldFacts) {
    const { datatype: given = "", arraysize } = facts.attributes;
    const meant = MEANT[given] ?? given;
    const isKnown = Object.hasOwn(PRIMITIVES, meant);
    this.hasKnownBytes = isKnown && !WIDENED.has(given);
    const datatype = isKnown ? meant : "char";
    const primitive = PRIMITIVES[datatype] ?? TEXT;
    const isText = primitive.type === "text";
    // What is called a string is no single character.
    const lengths = axesOf(arraysize ?? (isText && datatype !== given ? "*" : ""), facts.name);
    // The first axis varies fastest, and is the length of a text.
    this.#characters = isText ? (lengths.length > 0 ? lengths[0] : 1) : undefined;
    const shape = (isText ? lengths.slice(1) : lengths).toReversed();
    this.facts = facts;
    this.column = new GrowingColumn(primitive.type, shape);
    this.datatype = datatype;
    this.#primitive = primitive;
    this.#decoder = new TextDecoder(datatype === "char" ? "utf-8" : "utf-16be");
    this.#missing =
      facts.missing === undefined ? undefined : (elementOf(primitive.type, facts.missing) ?? undefined);
    this.width = lengths.includes(undefined)
      ? undefined
      : this.#bytesOf(lengths.reduce<number>((product, length) => product * (length ?? 1), 1));
  }

  /** Adds a cell of TABLEDATA. Returns what is wrong with it. */
  addText(text: string): string | undefined {
    const { column } = this;
    let wrong: string | undefined;
    for (const item of this.#items(text)) {
      const element = this.#known(
        item === "" && column.type !== "text" ? null : elementOf(column.type, item),
      );
      if (element === undefined) {
        wrong = `cells that are no ${this.datatype}, which are masked`;
      }
      column.add(element ?? null);
    }
    const isWhole = column.endRow();
    const isNone = text.trim() === "";
    return (
      wrong ??
      (isWhole || isNone ? undefined : "arrays with fewer elements than their field says, which are masked")
    );
  }

  /** The bytes of a cell; undefined if not even its length is there. */
  widthAt(view: DataView, at: number): number | undefined {
    if (this.width !== undefined) {
      return this.width;
    }
    if ((this.column.shape.length > 1 && this.column.type !== "text") || this.datatype === "bit") {
      const message = `field \`${this.facts.name}\` has arrays of any length of bits or with several axes: writers differ in their bytes`;
      throw new AsdfError("unsupported-encoding", message);
    }
    if (at + 4 > view.byteLength) {
      return undefined;
    }
    const width = 4 + this.#bytesOf(view.getUint32(at));
    if (width > MOST_CELL) {
      throw damaged(`a cell of \`${this.facts.name}\` would have ${width} bytes`);
    }
    return width;
  }

  /** Adds a cell of BINARY; `isNull` as BINARY2 says it. */
  addBinary(view: DataView, at: number, width: number, isNull: boolean): void {
    const { column } = this;
    const start = this.width === undefined ? at + 4 : at;
    const { size, read } = this.#primitive;
    if (isNull) {
      column.endRow();
      return;
    }
    if (column.type === "text") {
      this.#addTexts(new Uint8Array(view.buffer, view.byteOffset + start, at + width - start));
    } else if (this.datatype === "bit" && column.shape.length > 0) {
      for (let i = 0; i < column.each; i += 1) {
        column.add((view.getUint8(start + (i >> 3)) >> (7 - (i & 7))) & 1);
      }
    } else {
      for (let byte = start; byte < at + width; byte += size) {
        column.add(this.#known(read(view, byte)) ?? null);
      }
    }
    column.endRow();
  }

  #addTexts(bytes: Uint8Array): void {
    const { shape, each } = this.column;
    // Each text of an array has its fixed width.
    const width = shape.length > 0 ? (this.#characters ?? 1) * this.#primitive.size : bytes.length;
    const count = shape.length > 0 && this.width === undefined ? Math.ceil(bytes.length / width) : each;
    for (let i = 0; i < count; i += 1) {
      const [text = ""] = this.#decoder.decode(bytes.subarray(i * width, (i + 1) * width)).split("\0");
      this.column.add(this.#known(text) ?? null);
    }
  }

  /** Null for what stands for none. */
  #known(element: Element | undefined): Element | undefined {
    return this.#missing !== undefined && element === this.#missing ? null : element;
  }

  #bytesOf(elements: number): number {
    return this.datatype === "bit" ? Math.ceil(elements / 8) : elements * this.#primitive.size;
  }

  /** The texts of the elements of a cell, not more than there is place for. */
  #items(text: string): readonly string[] {
    const { type, shape, each } = this.column;
    const isText = type === "text";
    if (shape.length === 0) {
      return isText ? [text] : isComplex(type) ? [pairs(text)[0] ?? ""] : [text.trim()];
    }
    const trimmed = text.trim();
    if (trimmed === "") {
      return [];
    }
    const items = isText
      ? (text.match(new RegExp(`.{1,${this.#characters ?? 1}}`, "gsu")) ?? [])
      : this.datatype === "bit"
        ? Array.from(trimmed.replace(/\s/g, ""))
        : isComplex(type)
          ? pairs(text)
          : trimmed.split(/\s*,\s*|\s+/);
    return shape.includes(undefined) ? items : items.slice(0, each);
  }
}

/** Real and imaginary parts, as this package writes complex numbers. */
function pairs(text: string): string[] {
  const parts = text.trim() === "" ? [] : text.trim().split(/\s*,\s*|\s+/);
  return parts.flatMap((part, i) => (i % 2 === 0 ? [`${part} ${parts[i + 1] ?? ""}`] : []));
}

function elementOf(type: ElementType, text: string): Element | undefined {
  if (isComplex(type)) {
    const [real, imaginary] = text.split(" ").map((part) => elementIn("float64", part));
    return typeof real === "number" && typeof imaginary === "number" ? [real, imaginary] : undefined;
  }
  if (type === "bool8") {
    return /^\??$/.test(text.trim()) ? null : elementIn(type, text);
  }
  const isHexadecimal = /^0x[\da-f]+$/i.test(text) && type !== "text";
  return elementIn(type, isHexadecimal ? String(BigInt(text)) : text);
}

/** The lengths of the axes, the last of which may vary: `3x4`, `*`, `3x10*`. */
function axesOf(arraysize: string, name: string): (number | undefined)[] {
  if (arraysize === "" || arraysize === "1") {
    return [];
  }
  const axes = arraysize.split("x").map((length) => length.trim());
  const known = axes.map((length, i) =>
    /^\d*\*$/.test(length) && i === axes.length - 1
      ? undefined
      : /^\d+$/.test(length)
        ? Number(length)
        : Number.NaN,
  );
  const cell = known.reduce<number>((product, length) => product * (length ?? 1), 1);
  if (!(cell > 0 && cell < MOST_CELL)) {
    throw damaged(`the field \`${name}\` has the array size "${arraysize}"`);
  }
  return known;
}
