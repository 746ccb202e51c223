/** Datatypes as Zarr names them: in format 2 as numpy's type strings, in format 3 by names. */
import type { Datatype } from "../api/arrays.ts";
import { isStruct, itemSize, nameOf } from "../api/elements.ts";
import { AsdfError } from "../api/error.ts";

/** A datatype of format 2: a type string, or the fields of a record. */
export type TypeString = string | readonly (readonly [name: string, dtype: TypeString])[];

const LETTERS: Readonly<Record<string, string>> = {
  int: "i",
  uint: "u",
  float: "f",
  complex: "c",
  bool: "b",
};

/** `orders`: the byte order, `b` or `l`; for records the order of each field, nested ones included. */
export function typeStringOf(dtype: Datatype, orders: string): TypeString {
  if (!isStruct(dtype)) {
    return scalarString(dtype, orders[0]);
  }
  const left = [...orders];
  const fieldString = (type: Datatype): TypeString => {
    if (!isStruct(type)) {
      return scalarString(type, left.shift());
    }
    return type.fields.map(({ name, dtype: its, shape }) => {
      if (shape.length > 0) {
        throw new AsdfError(
          "unsupported-datatype",
          `its field \`${name}\` holds arrays, which zarr does not read`,
        );
      }
      return [name, fieldString(its)] as const;
    });
  };
  return fieldString(dtype);
}

function scalarString(dtype: Exclude<Datatype, { readonly kind: "struct" }>, byteorder: string | undefined) {
  const order = byteorder === "b" ? ">" : "<";
  if (typeof dtype === "object") {
    return dtype.kind === "ascii" ? `|S${dtype.length}` : `${order}U${dtype.length}`;
  }
  const size = itemSize(dtype);
  if (!hasName(dtype)) {
    throw unknown(dtype);
  }
  return `${size === 1 ? "|" : order}${LETTERS[dtype.replace(/\d+$/, "")]}${size}`;
}

/** The name of a datatype in format 3. */
export function typeNameOf(dtype: Datatype): string {
  if (typeof dtype === "object" || !hasName(dtype)) {
    throw unknown(dtype);
  }
  return dtype === "bool8" ? "bool" : dtype;
}

const hasName = (dtype: string) => !["complex32", "int128", "uint128"].includes(dtype);

const unknown = (dtype: Datatype) =>
  new AsdfError("unsupported-datatype", `Zarr has no datatype for ${nameOf(dtype)}`);
