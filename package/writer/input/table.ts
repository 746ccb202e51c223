/** Tables to be written, as asdf-astropy writes tables of astropy (astropy/table/table, table/column, unit/unit). */
import { checkOptions, didYouMean, type OptionNames, wrong } from "../../api/arguments/checks.ts";
import { AsdfError } from "../../api/error.ts";
import { NdArray } from "../../api/ndarray.ts";
import { withTag } from "../../api/values.ts";
import type { ArrayInput } from "../../api/writing.ts";
import { newUnit } from "../../science/unit.ts";
import { NewArray, ndarray } from "./array.ts";

const TABLE = "tag:astropy.org:astropy/table/table-1.1.0";
const COLUMN = "tag:stsci.edu:asdf/table/column-1.1.0";

/** Options of `newTable()`. */
export interface NewTableOptions {
  /** Units of columns by name, as `newUnit()` takes them: `"deg"`, `"Jy"`, `"km.s**-1"`, `"mag(AB)"`. */
  readonly units?: { readonly [column: string]: string | undefined } | undefined;
  /** Descriptions of columns by name. */
  readonly descriptions?: { readonly [column: string]: string | undefined } | undefined;
  /** What the file says of the table. */
  readonly meta?: object | undefined;
}

const OPTIONS: OptionNames<NewTableOptions> = { units: true, descriptions: true, meta: true };

/**
 * Makes a table for `write()` and `edit()` that astropy reads as its `Table`. Each column is a typed array, a list of numbers or texts,
 * what `read()` returns, an array of an opened file, or `ndarray()` where it is masked, compressed or of another datatype. All have
 * the same length. `toTable()` reads it.
 *
 * @throws AsdfError `bad-array` if the lengths differ, `bad-argument` for a unit of a column that does not exist
 *
 * @example
 * const stars = newTable({ ra: [10.1, 10.2], flux: new Float32Array([1, 2]) }, { units: { ra: "deg", flux: "Jy" } });
 * const blob = await write({ stars });
 */
export function newTable(
  columns: { readonly [name: string]: ArrayInput | NewArray },
  options: NewTableOptions = {},
): object {
  if (typeof columns !== "object" || columns === null || Array.isArray(columns)) {
    throw wrong("columns", columns, "an object with an array for each column");
  }
  checkOptions(options, OPTIONS, "newTable()");
  const { units = {}, descriptions = {}, meta } = options;
  const names = Object.keys(columns);
  checkNamed("units", units, names);
  checkNamed("descriptions", descriptions, names);
  checkLengths(columns);
  // Columns may have the names of properties that all objects have, such as `constructor`.
  const [unitOf, descriptionOf] = [units, descriptions].map((texts) => new Map(Object.entries(texts)));
  const nodes = Object.entries(columns).map(([name, data]) => {
    const unit = unitOf?.get(name);
    return withTag(
      {
        data: data instanceof NewArray || data instanceof NdArray ? data : ndarray(data),
        description: descriptionOf?.get(name),
        name,
        unit: unit === undefined ? undefined : newUnit(unit),
      },
      COLUMN,
    );
  });
  return withTag({ colnames: names, columns: nodes, meta, qtable: false }, TABLE);
}

function checkNamed(option: string, given: object, columns: readonly string[]): void {
  for (const [name, text] of Object.entries(given)) {
    if (!columns.includes(name)) {
      const message = `\`${option}\` names \`${name}\`, which is no column${didYouMean(name, columns)}`;
      throw new AsdfError("bad-argument", message);
    }
    if (text !== undefined && typeof text !== "string") {
      throw wrong(`${option}.${name}`, text, "a text");
    }
  }
}

function checkLengths(columns: { readonly [name: string]: ArrayInput | NewArray }): void {
  const known = Object.entries(columns).flatMap(([name, data]) => {
    const length = lengthOf(data);
    return length === undefined ? [] : [{ name, length }];
  });
  const [first] = known;
  const other = known.find(({ length }) => length !== first?.length);
  if (first && other) {
    const message = `the columns of a table have one length: \`${first.name}\` has ${first.length} rows, and \`${other.name}\` ${other.length}`;
    throw new AsdfError("bad-array", message);
  }
}

/** The number of rows, if it is known without packing the elements. */
function lengthOf(data: ArrayInput | NewArray): number | undefined {
  if (data instanceof NewArray) {
    const [rows] = data.options.shape ?? [lengthOf(data.data)];
    return typeof rows === "number" ? rows : undefined;
  }
  if ("shape" in data) {
    return data.shape[0];
  }
  const isList = Array.isArray(data) || (ArrayBuffer.isView(data) && "length" in data);
  return isList && typeof data.length === "number" ? data.length : undefined;
}
