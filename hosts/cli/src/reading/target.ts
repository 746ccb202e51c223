/** What an argument names in a file: a path, which may select a part of an array as in Python, `roman/data[0, 10:20, ::2]`. */
import { type AsdfFile, NdArray, type Selection, slice, type TreeValue } from "asdf-wasm";
import { misuse, Problem } from "../exit.ts";

export interface Target {
  readonly path: string;
  readonly node: TreeValue;
  /** Of an array: the part that was asked for. */
  readonly selection: Selection;
}

export interface ArrayTarget extends Target {
  readonly node: NdArray;
}

/** The node that a text names; references on the way are resolved. */
export async function targetIn(file: AsdfFile, text: string): Promise<Target> {
  const [path, inBrackets] = partsOf(file, text);
  const node = await file.resolve(path);
  if (node === undefined) {
    throw new Problem(`there is nothing at \`${path}\`${suggestion(file, path)}`);
  }
  if (inBrackets === undefined) {
    return { path, node, selection: [] };
  }
  if (!(node instanceof NdArray)) {
    throw new Problem(`\`${path}\` is no array, of which \`[${inBrackets}]\` could be a part`);
  }
  return { path, node, selection: selectionOf(inBrackets, node.ndim) };
}

/** The array that a text names; without a text the first image of the file. */
export async function arrayIn(file: AsdfFile, text: string | undefined): Promise<ArrayTarget> {
  if (text === undefined) {
    return firstImage(file);
  }
  const target = await targetIn(file, text);
  if (target.node instanceof NdArray) {
    if (target.node.error) {
      throw target.node.error;
    }
    return { ...target, node: target.node };
  }
  const inner = [...file.arrays()].find(([path]) => path.startsWith(`${target.path}/`));
  const hint = inner ? `: \`${inner[0]}\` is one` : "";
  throw new Problem(`\`${target.path}\` is no array${hint}`);
}

/** The parameter of a texts's brackets, unless a key of the file contains them. */
function partsOf(file: AsdfFile, text: string): readonly [path: string, inBrackets: string | undefined] {
  const [, path, inBrackets] = /^(.*)\[([^[\]]*)\]$/s.exec(text) ?? [];
  return path === undefined || file.get(text) !== undefined ? [text, undefined] : [path, inBrackets];
}

/** The largest array of numbers with two axes or more; of equal ones the first. */
function firstImage(file: AsdfFile): ArrayTarget {
  const arrays = [...file.arrays()].filter(([, { error, dtype }]) => !error && typeof dtype === "string");
  const images = arrays.filter(([, { ndim }]) => ndim >= 2);
  const [first, ...others] = images.length > 0 ? images : arrays;
  if (first === undefined) {
    throw new Problem("the file has no array of numbers");
  }
  const [path, node] = others.reduce((most, one) => (one[1].size > most[1].size ? one : most), first);
  return { path, node, selection: [] };
}

/** Paths that end as the wrong one does. */
function suggestion(file: AsdfFile, path: string): string {
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
  return alike.length > 0
    ? `: did you mean ${alike.join(" or ")}?`
    : ": `asdf-wasm tree FILE` shows what there is";
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
