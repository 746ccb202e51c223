/**
 * What an argument names in a file: a path, which may select a part of an array as in Python, `roman/data[0, 10:20, ::2]`, and a column
 * of a table, `catalog/flux` or `catalog[0:10]/flux`.
 */
import {
  AsdfError,
  type AsdfFile,
  arrayOf,
  NdArray,
  type Quantity,
  type Selection,
  slice,
  type TreeValue,
  toQuantity,
} from "asdf-wasm";
import { misuse, Problem } from "../exit.ts";
import { columnIn, columnsOf, type FoundColumn, needsColumn } from "./column.ts";

export interface Target {
  readonly path: string;
  readonly node: TreeValue;
  /** Of an array: the part that was asked for. */
  readonly selection: Selection;
  /** Of a table: the column that was asked for. */
  readonly column?: FoundColumn | undefined;
}

export interface ArrayTarget extends Target {
  readonly node: NdArray;
  /** Of a quantity. */
  readonly unit: string | undefined;
}

/** The node that a text names; references on the way are resolved. */
export async function targetIn(file: AsdfFile, text: string): Promise<Target> {
  // A key of the file may contain brackets.
  const whole = await foundAt(file, text);
  const [, start = "", inBrackets, end = ""] = /^(.*)\[([^[\]]*)\]((?:\/[^[\]]*)?)$/s.exec(text) ?? [];
  if (whole || inBrackets === undefined) {
    if (!whole) {
      throw new Problem(nothingAt(file, text));
    }
    return { path: text, ...whole, selection: [] };
  }
  const path = start + end;
  const found = await foundAt(file, path);
  if (!found) {
    throw new Problem(nothingAt(file, path));
  }
  const node = quantityArray(found.node) ?? arrayOf(found.node);
  if (!node) {
    throw new Problem(`\`${path}\` is no array, of which \`[${inBrackets}]\` could be a part`);
  }
  return { ...found, path, node, selection: selectionOf(inBrackets, node.ndim) };
}

async function foundAt(file: AsdfFile, path: string): Promise<Pick<Target, "node" | "column"> | undefined> {
  const node = await file.resolve(path);
  if (node !== undefined) {
    return { node };
  }
  const column = await columnIn(file, path);
  return column && { node: column.node, column };
}

/** The array that a text names, also if it is the value of a quantity; without a text the array that the viewer shows first. */
export async function arrayIn(file: AsdfFile, text: string | undefined): Promise<ArrayTarget> {
  if (text === undefined) {
    return firstImage(file);
  }
  const target = await targetIn(file, text);
  const array = arrayOf(target.node);
  if (array) {
    const found = measured(file, target.path, array);
    return { ...target, ...found, unit: target.column ? target.column.unit : found.unit };
  }
  const value = quantityArray(target.node);
  if (value) {
    return { ...target, node: value, unit: toQuantity(target.node).unit };
  }
  const inner = [...file.arrays()].find(([path]) => path.startsWith(`${target.path}/`));
  const [column] = columnsOf(target.node);
  const hint = inner ? `: \`${inner[0]}\` is one` : "";
  throw column ? needsColumn(target.path, column.name) : new Problem(`\`${target.path}\` is no array${hint}`);
}

/** The first image by the rule of the viewer; without one the largest array of numbers. */
function firstImage(file: AsdfFile): ArrayTarget {
  const main = file.mainImage();
  if (main) {
    return { path: main.path, ...measured(file, main.path, main.array), selection: [] };
  }
  const arrays = [...file.arrays()].filter(([, { error, dtype }]) => !error && typeof dtype === "string");
  const [first, ...others] = arrays;
  if (first === undefined) {
    const [table] = [...file.arrays()].find(([, { error }]) => !error) ?? [];
    const hint =
      table === undefined
        ? ""
        : `; \`${table}\` is a table, which \`get\` prints and \`extract\` writes; its columns are \`${table}/NAME\``;
    throw new Problem(`the file has no array of numbers${hint}`);
  }
  const [path, node] = others.reduce((most, one) => (one[1].size > most[1].size ? one : most), first);
  return { path, ...measured(file, path, node), selection: [] };
}

/** An array that can be read, with its unit: of the quantity whose value it is, or of its header in FITS. */
function measured(file: AsdfFile, path: string, node: NdArray): Pick<ArrayTarget, "node" | "unit"> {
  if (node.error) {
    throw node.error;
  }
  const holder = file.get(path.replace(/\/value$/, ""));
  return { node, unit: quantityOf(holder)?.unit ?? quantityOf(node)?.unit };
}

/** Refuses a column where an array in the tree is needed. */
export function checkInTree({ path, column }: Target, instead: string): void {
  if (column) {
    throw new Problem(`\`${path}\` is a column of a table: ${instead}`);
  }
}

function quantityArray(node: TreeValue | undefined): NdArray | undefined {
  const value = node instanceof NdArray ? undefined : quantityOf(node)?.value;
  return value instanceof NdArray ? value : undefined;
}

function quantityOf(node: TreeValue | undefined): Quantity | undefined {
  try {
    return toQuantity(node);
  } catch {
    return undefined;
  }
}

/** Says what was probably meant: a path that ends as the wrong one does, or another name for the first that is not there. */
function nothingAt(file: AsdfFile, path: string): string {
  const last = path.split("/").at(-1) ?? "";
  const alike: string[] = [];
  for (const { path: found } of last === "" ? [] : file.search(last)) {
    if (found.split("/").at(-1)?.toLowerCase() === last.toLowerCase()) {
      alike.push(`\`${found}\``);
    }
    if (alike.length === 3) {
      break;
    }
  }
  if (alike.length > 0) {
    return `there is nothing at \`${path}\`: did you mean ${alike.join(" or ")}?`;
  }
  try {
    file.array(path);
  } catch (thrown) {
    if (thrown instanceof AsdfError && thrown.code === "not-found") {
      return thrown.message;
    }
  }
  return `there is nothing at \`${path}\`: \`asdf-wasm tree FILE\` shows what there is`;
}

/** A selection in the notation of numpy. */
export function selectionOf(text: string, ndim: number): Selection {
  const entries = text.trim() === "" ? [] : text.split(",").map((entry) => entry.trim());
  const dots = entries.indexOf("...");
  if (dots >= 0) {
    const missing = Math.max(ndim - entries.length + 1, 0);
    entries.splice(dots, 1, ...new Array<string>(missing).fill(":"));
  }
  if (entries.length > ndim) {
    throw misuse(`\`[${text}]\` selects along ${entries.length} axes, and the array has ${ndim}`);
  }
  return entries.map((entry) => {
    if (/^[-+]?\d+$/.test(entry)) {
      return Number(entry);
    }
    const [all, start, stop, step] = /^([-+]?\d*)\s*:\s*([-+]?\d*)(?:\s*:\s*([-+]?\d*))?$/.exec(entry) ?? [];
    if (all === undefined) {
      throw misuse(`\`${entry}\` in \`[${text}]\` is neither an index nor a range, such as 5, 10:20 or ::2`);
    }
    const bound = (digits: string | undefined) => (digits ? Number(digits) : null);
    return slice(bound(start), bound(stop), bound(step));
  });
}
