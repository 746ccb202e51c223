/** Which table of a file with several is meant. */
import { AsdfError } from "asdf-wasm";

/** A table of a file, and a name by which it is asked for. */
export interface NamedTable<T> {
  readonly name: string;
  readonly table: T;
}

/** @throws AsdfError `not-found` if there is no table of the name or number, or none at all */
export function chosen<T>(tables: readonly NamedTable<T>[], wanted: string | number = 0): NamedTable<T> {
  const found = typeof wanted === "number" ? tables[wanted] : tables.find(({ name }) => name === wanted);
  if (!found) {
    const names = tables.map(({ name }) => `\`${name}\``).join(", ");
    const what =
      tables.length > 0 ? `there is no table \`${wanted}\`: there are ${names}` : "there is no table in it";
    throw new AsdfError("not-found", what);
  }
  return found;
}
