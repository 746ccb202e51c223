/** Columns of a table to choose from. */
import { cut, titled } from "@asdf-wasm/science/format/format";
import { isNumeric } from "@asdf-wasm/science/tables/window";
import type { CatalogueTable } from "../../../../protocol/over/catalogue.ts";

export type NumberedColumns = readonly (readonly [number, CatalogueTable["columns"][number]])[];

export function numericOf({ columns }: CatalogueTable): NumberedColumns {
  return [...columns.entries()].filter(([, column]) => isNumeric(column));
}

export function ColumnOptions({ columns }: { columns: NumberedColumns }) {
  return columns.map(([column, { name, unit }]) => (
    <option key={column} value={column}>
      {cut(titled(name, unit))}
    </option>
  ));
}
