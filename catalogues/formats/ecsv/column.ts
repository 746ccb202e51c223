/** A column of ECSV: its entry in the header, and its cells. Cells with several elements are JSON, as `subtype` says. */
import type { TreeMap, TreeValue } from "asdf-wasm";
import { damaged } from "../../damaged.ts";
import { type Element, GrowingColumn } from "../../memory/column.ts";
import { elementIn } from "../../memory/element.ts";
import { type ElementType, isNumberType } from "../../memory/growing.ts";

/** Names that differ from those of the core. Numbers of 128 bits are read as the widest that JavaScript has. */
const TYPES: Readonly<Record<string, ElementType>> = {
  bool: "bool8",
  string: "text",
  float128: "float64",
  complex256: "complex128",
};

export class EcsvColumn {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  readonly column: GrowingColumn;
  /** What the header says of the cells. */
  readonly said: string;
  /** Whether cells are JSON. */
  readonly #isJson: boolean;

  constructor(entry: TreeMap, index: number) {
    const { name, datatype, unit, description, subtype } = entry as Readonly<Record<string, TreeValue>>;
    if (typeof name !== "string" || typeof datatype !== "string") {
      throw damaged(`the header says no name or no datatype for column ${index + 1}`);
    }
    this.name = name;
    this.unit = typeof unit === "string" ? unit : "";
    this.description = typeof description === "string" ? description : "";
    const [, inner = "", axes] = /^(\w+)\[([\d, null]*)\]$/.exec(String(subtype ?? "")) ?? [];
    const shape = axes?.split(",").map((length) => (length.trim() === "null" ? undefined : Number(length)));
    // Objects, and arrays whose last axis varies behind others, stay the JSON that they are.
    this.#isJson = datatype === "string" && shape !== undefined && !shape.slice(1).includes(undefined);
    this.said = this.#isJson ? String(subtype) : datatype;
    const named = this.#isJson ? inner : datatype;
    const type = TYPES[named] ?? named;
    if (type !== "text" && !isNumberType(type)) {
      throw damaged(`column \`${name}\` has the datatype "${named}", which ECSV does not have`);
    }
    this.column = new GrowingColumn(type, this.#isJson ? shape : []);
  }

  /** Adds a cell. Returns whether it is what the header says; what is not is masked. */
  add(cell: string): boolean {
    if (this.#isJson) {
      return this.#addJson(cell);
    }
    const element =
      cell === "" ? null : elementIn(this.column.type, this.column.type === "text" ? cell : cell.trim());
    this.column.add(element ?? null);
    this.column.endRow();
    return element !== undefined;
  }

  #addJson(cell: string): boolean {
    const { type, each, shape } = this.column;
    const elements = cell === "" ? [] : elementsIn(cell, type);
    const isRight =
      elements !== undefined &&
      !elements.includes(undefined) &&
      (cell === "" || shape.includes(undefined) ? elements.length % each === 0 : elements.length === each);
    for (const element of isRight ? elements : []) {
      this.column.add(element ?? null);
    }
    this.column.endRow();
    return isRight;
  }
}

/** Undefined for what is no JSON, or no array; an undefined element is not of the type. */
function elementsIn(json: string, type: ElementType): (Element | undefined)[] | undefined {
  // Numbers stay the texts that they are: JSON has neither all digits of 64 bits, nor NaN.
  const text =
    type === "text" || type === "bool8"
      ? json
      : json.replace(/[^\s,[\]]+/g, (item) => (item === "null" ? item : `"${item}"`));
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed)
      ? parsed
          .flat(Number.POSITIVE_INFINITY)
          .map((item) => (item === null ? null : elementIn(type, String(item))))
      : undefined;
  } catch {
    return undefined;
  }
}
