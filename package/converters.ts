/**
 * Converters for types of astropy and the core schemas, to be passed to `open()` and `write()`, or registered. World coordinates need a
 * module of their own: `file.wcs()` makes them.
 *
 * @example
 * import { open } from "asdf-wasm";
 * import { builtIn } from "asdf-wasm/converters";
 * const file = await open(url, { converters: builtIn });
 */
import type { Converter } from "./api/converter.ts";
import type { TreeValue } from "./api/tree.ts";
import { type Quantity, toQuantity } from "./science/quantity.ts";
import { type Table, toTable } from "./science/table.ts";
import { toDate } from "./science/time.ts";

/** Times (astropy's `Time`) as `Date`s. A `Date` that did not come from one is written as a timestamp. */
export const times: Converter<Date, TreeValue> = {
  tags: ["tag:stsci.edu:asdf/time/time-1.*"],
  types: [Date],
  read: (_node, { node }) => toDate(node),
  selectTag: (_date, _tags, { tag = null }) => tag,
  write(date, { node }) {
    return node === undefined ? date : isAt(node, date) ? node : date.toISOString().replace("Z", "");
  },
};

/** Quantities as values with their unit. */
export const quantities: Converter<Quantity, TreeValue> = {
  tags: ["tag:stsci.edu:asdf/unit/quantity-1.*"],
  read: (_node, { node }) => frozen(toQuantity(node)),
};

/** Tables of the core schemas and of astropy. */
export const tables: Converter<Table, TreeValue> = {
  tags: ["tag:stsci.edu:asdf/core/table-1.*", "tag:astropy.org:astropy/table/table-1.*"],
  read: (_node, { node }) => frozen(toTable(node)),
};

/** All of these. */
export const builtIn: readonly Converter[] = [times, quantities, tables];

function frozen<T extends object>(value: T): T {
  Object.freeze(value);
  return value;
}

function isAt(node: TreeValue, date: Date): boolean {
  return toDate(node).getTime() === date.getTime();
}
