/**
 * What key-value metadata of the file say of the table and its columns: `table_meta_yaml` of astropy and romancal, the fields of Arrow's
 * schema, JSON such as that of pandas, and single values. Names with points become paths in the tree.
 */
import { AsdfError, isMap, type TreeValue } from "asdf-wasm";
import type { KeyValue } from "hyparquet";
import type { ColumnFacts } from "../../memory/table.ts";
import { partsIn } from "../ecsv/mixins.ts";
import { yamlTree } from "../yaml.ts";
import { fieldMetadata } from "./arrow.ts";

export interface ColumnDescription {
  readonly unit: string;
  readonly description: string;
  readonly ucd: string | undefined;
  /** The system of a position, which astropy writes in several columns. */
  readonly frame: ColumnFacts["frame"];
  /** Whether its bytes are text. */
  readonly isText: boolean;
  /** The column that says of each of its cells whether it is masked, as astropy writes it. */
  readonly mask: string | undefined;
}

export interface Description {
  readonly metadata: TreeValue;
  readonly columns: (name: string) => ColumnDescription;
  readonly warnings: readonly string[];
}

const ARROW = "ARROW:schema";
const ASTROPY = "table_meta_yaml";
/** The names of a path behind so many stay one name. */
const DEEPEST = 16;

interface Branch {
  [name: string]: TreeValue;
}

export async function describedBy(pairs: readonly KeyValue[]): Promise<Description> {
  const texts = new Map(pairs.map(({ key, value = "" }) => [key, value]));
  const fields = fieldMetadata(texts.get(ARROW) ?? "");
  const warnings: string[] = [];
  const root: Branch = Object.create(null);
  const said = new Map<string, Readonly<Record<string, TreeValue>>>();
  let parts: ReturnType<typeof partsIn> = new Map();
  for (const [key, text] of texts) {
    if (key === ASTROPY) {
      const header = await yaml(text, warnings);
      for (const entry of isMap(header) && Array.isArray(header["datatype"]) ? header["datatype"] : []) {
        if (isMap(entry)) {
          said.set(String(entry["name"]), entry);
        }
      }
      parts = partsIn(isMap(header) ? header["meta"] : undefined);
      place(root, [key], header);
    } else if (key !== ARROW) {
      place(root, key.split("."), convert(text));
    }
  }
  return {
    metadata: root,
    warnings,
    columns: (name) => {
      const entry = said.get(name) ?? {};
      const field = fields.get(name);
      const part = parts.get(name);
      const unit = textOf(entry["unit"]) || (field?.get("unit") ?? "");
      return {
        // How romancal says that there is none.
        unit: unit === "none" || unit === "None" ? "" : unit,
        description: textOf(entry["description"]) || (field?.get("description") ?? part?.description ?? ""),
        ucd: field?.get("ucd") ?? part?.ucd,
        frame: part?.frame,
        mask: part?.mask,
        isText: entry["datatype"] === "string" || entry["datatype"] === "bytes",
      };
    },
  };
}

/** Puts a value at its path. Where another value is on the path, the rest of it stays one name. */
function place(root: Branch, way: readonly string[], value: TreeValue): void {
  let branch = root;
  for (const [i, name] of way.entries()) {
    const next = branch[name];
    if (i === way.length - 1 || i === DEEPEST || (next !== undefined && !isBranch(next))) {
      branch[way.slice(i).join(".")] = value;
      return;
    }
    const inner: Branch = isBranch(next) ? next : Object.create(null);
    branch[name] = inner;
    branch = inner;
  }
}

function isBranch(value: TreeValue | undefined): value is Branch {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null;
}

/** A list or map in JSON, or the text itself: nothing says whether it is meant as a number. */
function convert(text: string): TreeValue {
  if (!/^\s*[{[]/.test(text)) {
    return text;
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** YAML as a tree; what it is not is kept as text. */
async function yaml(text: string, warnings: string[]): Promise<TreeValue> {
  try {
    return await yamlTree(text);
  } catch (thrown) {
    if (!(thrown instanceof AsdfError) || thrown.code === "not-loaded" || thrown.code === "network") {
      throw thrown;
    }
    warnings.push(`its ${ASTROPY} is not YAML: ${thrown.message}`);
    return text;
  }
}

function textOf(value: TreeValue | undefined): string {
  return value === undefined || value === null || isMap(value) ? "" : String(value);
}
