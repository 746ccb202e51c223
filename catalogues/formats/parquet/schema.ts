/**
 * The columns of a table from the schema of the file. Fields of structures are columns, named as `a.b`; lists and maps are one column of
 * text, whatever is in them.
 */
import { type FileMetaData, parquetSchema, type SchemaElement, type SchemaTree } from "hyparquet";
import { getMaxRepetitionLevel, isListLike, isMapLike } from "hyparquet/src/schema.js";
import type { Leaf } from "./pages.ts";
import { type ValueType, valueTypeOf } from "./values.ts";

export interface ColumnLeaf extends Leaf {
  /** Its place among the column chunks of each row group. */
  readonly index: number;
  readonly type: ValueType;
  /** Whether its values are names of the entries of a map. */
  readonly isKey: boolean;
}

export interface Column {
  readonly name: string;
  /** The datatype, and its type as Parquet calls it. */
  readonly datatype: string;
  readonly storedAs: string;
  readonly leaves: readonly ColumnLeaf[];
  /** Of lists and maps: the top-level column that they are in, with nothing else in it, and the names that lead from it to them. */
  readonly nested: { readonly node: SchemaTree; readonly way: readonly string[] } | undefined;
  readonly isNullable: boolean;
}

/** The columns, and the names of those that cannot be read. */
export interface Columns {
  readonly columns: readonly Column[];
  readonly left: readonly string[];
}

/** `isText` says whether bytes without a logical type are text, by the column's name. */
export function columnsOf(metadata: FileMetaData, isText: (name: string) => boolean): Columns {
  const root = parquetSchema(metadata);
  const columns: Column[] = [];
  const left: string[] = [];
  let next = 0;
  const leavesIn = (path: readonly SchemaTree[]): ColumnLeaf[] => {
    const node = path.at(-1);
    if (!node) {
      return [];
    }
    if (node.children.length > 0) {
      return node.children.flatMap((child) => leavesIn([...path, child]));
    }
    const type = valueTypeOf(node.element, isText(node.path.join(".")));
    const schemaPath = path.map((each) => ({ ...each, element: bare(each.element) }));
    const map = path.at(-3);
    const isKey = map !== undefined && isMapLike(normal(map)) && node.element.name === "key";
    next += 1;
    return [{ path: node.path, element: bare(node.element), schemaPath, index: next - 1, type, isKey }];
  };
  const visit = (path: readonly SchemaTree[]) => {
    const node = path.at(-1);
    if (!node) {
      return;
    }
    const isStructure =
      node.children.length > 0 && !isRepeated(node) && node.element.logical_type?.type !== "VARIANT";
    if (isStructure) {
      for (const child of node.children) {
        visit([...path, child]);
      }
      return;
    }
    const leaves = leavesIn(path);
    const name = node.path.join(".");
    const [leaf] = leaves;
    if (!leaf || node.element.logical_type?.type === "VARIANT") {
      left.push(name);
      return;
    }
    const isFlat = leaves.length === 1 && getMaxRepetitionLevel(leaf.schemaPath) === 0;
    columns.push({
      name,
      ...(isFlat
        ? { datatype: leaf.type.datatype, storedAs: leaf.type.storedAs }
        : { datatype: "text", storedAs: nestedType(node, leaves) }),
      leaves,
      nested: isFlat ? undefined : { node: only(path.slice(1)), way: node.path.slice(1) },
      isNullable: path.some(({ element }) => element.repetition_type === "OPTIONAL"),
    });
  };
  for (const child of root.children) {
    visit([root, child]);
  }
  return { columns, left };
}

/** Lists and maps, also as older writers have them. */
function isRepeated(node: SchemaTree): boolean {
  return (
    node.element.repetition_type === "REPEATED" ||
    isListLike(normal(node)) ||
    isMapLike(normal(node)) ||
    ["LIST", "MAP", "MAP_KEY_VALUE"].includes(node.element.converted_type ?? "")
  );
}

/** Lists and maps are known to the library by the older of the two types that they have. */
function normal(node: SchemaTree): SchemaTree {
  return { ...node, element: bare(node.element), children: node.children.map(normal) };
}

/** Without the type that the library would convert values to. */
function bare({
  converted_type: converted,
  logical_type: logical,
  ...element
}: SchemaElement): SchemaElement {
  const group = logical?.type === "LIST" || logical?.type === "MAP" ? logical.type : converted;
  const known = group === "LIST" || group === "MAP" ? group : group === "MAP_KEY_VALUE" ? "MAP" : undefined;
  return { ...element, ...(known && { converted_type: known }) };
}

/** A top-level column with nothing in it but the nodes of one path. */
function only([node, ...way]: readonly SchemaTree[]): SchemaTree {
  if (!node) {
    throw new RangeError("a path has at least one node");
  }
  return way.length > 0 ? { ...normal(node), children: [only(way)] } : normal(node);
}

function nestedType(node: SchemaTree, leaves: readonly ColumnLeaf[]): string {
  const types = leaves.map(({ type }) => type.storedAs).join(", ");
  return `${isMapLike(normal(node)) ? "map" : "list"}<${types}>`;
}
