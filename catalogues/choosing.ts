/** Which table of a file with several is meant. */
import { AsdfError } from "asdf-wasm";

/** A table of a file, and what the option `table` calls it. */
export interface NamedTable<T> {
  readonly name: string;
  /** By default its place among the tables. */
  readonly number?: number;
  readonly table: T;
}

/** @throws AsdfError `not-found` if there is no table of the name or number, or none at all */
export function chosen<T>(
  tables: readonly NamedTable<T>[],
  wanted: string | number | undefined,
): NamedTable<T> {
  const found =
    wanted === undefined
      ? tables[0]
      : tables.find(({ name, number }, place) => wanted === name || wanted === (number ?? place));
  if (!found) {
    const names = tables.map(({ name }) => `\`${name}\``).join(", ");
    const what =
      tables.length > 0 ? `there is no table \`${wanted}\`: there are ${names}` : "there is no table in it";
    throw new AsdfError("not-found", what);
  }
  return found;
}
