/** What maps are, by their tags: tables, quantities, world coordinates, times, arrays of many files. */

import { grouped, many, shape, withUnit } from "@asdf-wasm/science/format/format";
import { textOf } from "@asdf-wasm/science/tree/values";
import { arrayOf, NdArray, type TreeValue, tagOf, toQuantity, toTable } from "asdf-wasm";
import { arrayText } from "./values.ts";

/** The type in a few words; undefined of a map that is nothing else. */
export function typeText(node: TreeValue): string | undefined {
  const array = arrayOf(node);
  if (array) {
    return arrayText(array);
  }
  const tag = typeof node === "object" && node !== null ? tagOf(node) : undefined;
  const [, name = ""] = /[/:]([a-z_-]+?)-\d[\d.]*$/i.exec(tag ?? "") ?? [];
  switch (name) {
    case "table":
      return tableText(node);
    case "quantity":
      return quantityText(node);
    case "wcs":
      return "WCS";
    case "time":
      return "Time";
    default:
      return undefined;
  }
}

function tableText(node: TreeValue): string {
  try {
    const { length, columns } = toTable(node);
    return `Table  ${many(length, "row")}, ${many(columns.length, "column")}`;
  } catch {
    return "Table";
  }
}

function quantityText(node: TreeValue): string {
  try {
    const { value, unit } = toQuantity(node);
    const text =
      value instanceof NdArray
        ? shape(value.shape)
        : typeof value === "number"
          ? grouped(value)
          : textOf(value);
    return `Quantity  ${withUnit(text, unit)}`;
  } catch {
    return "Quantity";
  }
}
