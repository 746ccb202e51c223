/** What Zarr's formats 2 and 3 say of an array (https://zarr-specs.readthedocs.io), as entries of a reference file. */
import type { Datatype } from "../api/arrays.ts";
import { typeNameOf, typeStringOf } from "../zarr/datatype.ts";
import type { ZarrCodec } from "../zarr/metadata.ts";
import type { ReferencedArray } from "./chunks.ts";

/** What is said of an array beside its elements. */
export interface Attributes {
  readonly dimensions: readonly string[];
  readonly [name: string]: unknown;
}

type Entries = Readonly<Record<string, object>>;

export interface ZarrFormat {
  /** Refuses a datatype that it does not have. */
  checkDatatype(dtype: Datatype): void;
  /** The entries that describe an array, by their names in its folder. */
  array(array: ReferencedArray, attributes: Attributes): Entries;
  /** The entries that describe a group. */
  readonly group: Entries;
  /** The entry with all others, by which readers find what is in groups. */
  consolidated(entries: Entries): Entries;
  /** The name of a chunk. */
  key(index: readonly number[]): string;
}

const GROUP = { zarr_format: 3, node_type: "group", attributes: {} };

export const formats: Readonly<Record<"kerchunk" | "zarr3", ZarrFormat>> = {
  kerchunk: {
    checkDatatype: (dtype) => void typeStringOf(dtype, ""),
    array({ shape, chunks, order, dtype, orders, codec }, { dimensions, ...attributes }) {
      const array = {
        zarr_format: 2,
        ...{ shape, chunks, order, dtype: typeStringOf(dtype, orders), compressor: codec },
        // Readers would take a value for one that marks missing elements.
        ...{ filters: null, fill_value: null, dimension_separator: "." },
      };
      return { ".zarray": array, ".zattrs": { _ARRAY_DIMENSIONS: dimensions, ...attributes } };
    },
    group: { ".zgroup": { zarr_format: 2 } },
    consolidated: (metadata) => ({ ".zmetadata": { zarr_consolidated_format: 1, metadata } }),
    key: (index) => index.join(".") || "0",
  },
  zarr3: {
    checkDatatype: (dtype) => void typeNameOf(dtype),
    array({ shape, chunks, order, dtype, orders, codec }, { dimensions, ...attributes }) {
      const data_type = typeNameOf(dtype);
      const endian = orders.startsWith("b") ? "big" : "little";
      const isOneByte = data_type === "bool" || data_type.endsWith("int8");
      const transposed = {
        name: "transpose",
        configuration: { order: shape.map((_, axis) => axis).reverse() },
      };
      const array = {
        ...{ zarr_format: 3, node_type: "array", shape, data_type },
        chunk_grid: { name: "regular", configuration: { chunk_shape: chunks } },
        chunk_key_encoding: { name: "default", configuration: { separator: "/" } },
        fill_value: data_type === "bool" ? false : data_type.startsWith("complex") ? [0, 0] : 0,
        codecs: [
          ...(order === "F" ? [transposed] : []),
          isOneByte ? { name: "bytes" } : { name: "bytes", configuration: { endian } },
          ...(codec ? [thirdCodec(codec)] : []),
        ],
        dimension_names: dimensions,
        attributes,
      };
      return { "zarr.json": array };
    },
    group: { "zarr.json": GROUP },
    consolidated: (entries) => {
      const nodes = Object.entries(entries).map(([key, node]) => [key.replace(/\/zarr\.json$/, ""), node]);
      const { "zarr.json": _, ...metadata } = Object.fromEntries(nodes);
      const all = { kind: "inline", must_understand: false, metadata };
      return { "zarr.json": { ...GROUP, consolidated_metadata: all } };
    },
    key: (index) => ["c", ...index].join("/"),
  },
};

/** A codec as format 3 has it: Blosc and Zstandard are its own, the others are called after numcodecs. */
function thirdCodec({ id, ...configuration }: ZarrCodec): object {
  switch (id) {
    case "blosc":
      return { name: id, configuration: { ...configuration, typesize: 1, shuffle: "shuffle" } };
    case "zstd":
      return { name: id, configuration: { level: 3, checksum: false } };
    default:
      return { name: `numcodecs.${id}`, configuration };
  }
}
