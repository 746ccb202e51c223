/** The open file, and how calls are answered: failures as notices, and those that take long so that the page can stop them. */
import type { AsdfFile, ByteSource, NdArray, OpenOptions } from "asdf-wasm";
import type { ArrayNode } from "../protocol/facts.ts";
import { noticeOf } from "../protocol/notices.ts";
import type { Editing } from "./tree/editing.ts";
import type { Nodes } from "./tree/nodes.ts";
import type { ReadableArray } from "./tree/readable.ts";

export interface OpenFile {
  readonly file: AsdfFile;
  readonly nodes: Nodes;
  readonly editing: Editing;
  /** How external files are found. */
  readonly found: OpenOptions;
  /** The file before its text was edited, and the one that editing this text produced. */
  readonly before?: OpenFile | undefined;
  after?: OpenFile | undefined;
  readonly isRemote: boolean;
  /** What it was opened from; undefined once its text was edited. */
  readonly source?: Blob | ByteSource | string | undefined;
}

/** An array without a place in the tree. */
export interface ComputedArray {
  readonly node: ArrayNode;
  readonly array: ReadableArray;
}

let current: OpenFile | undefined;
/** The arrays that are computed from others of a file, by their numbers. */
const computedArrays = new WeakMap<OpenFile, Map<number, ComputedArray>>();
/** Calls that can be stopped, by the page's numbers. */
const tasks = new Map<number, AbortController>();

export function show(file: OpenFile): void {
  current = file;
}

export function opened(): OpenFile {
  if (!current) {
    throw new Error("no file is open");
  }
  return current;
}

export function computedIn(file: OpenFile): Map<number, ComputedArray> {
  const known = computedArrays.get(file) ?? new Map<number, ComputedArray>();
  computedArrays.set(file, known);
  return known;
}

/** An array to read, and its path; the name of one that is computed. */
export function readableAt(id: number): [path: string, array: ReadableArray] {
  const computed = computedIn(opened()).get(id);
  return computed ? [computed.node.key, computed.array] : arrayAt(id);
}

/** The array of the file in whose place a computed one is shown; another stands for itself. */
export function stageNode(id: number): number {
  return computedIn(opened()).get(id)?.node.of ?? id;
}

/** The array of a node, and its path. */
export function arrayAt(id: number): [path: string, array: NdArray] {
  const computed = computedIn(opened()).get(id);
  if (computed) {
    throw new TypeError(`${computed.node.key} is computed, and not an array of the file`);
  }
  const { nodes } = opened();
  return [nodes.path(id), nodes.array(id)];
}

/** Failures reach the page as notices: an Error would lose its code and place in cloning. */
export async function answer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw noticeOf(cause);
  }
}

/** Runs a call that the page may stop. */
export function stoppable<T>(task: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  tasks.set(task, controller);
  return answer(() => work(controller.signal)).finally(() => tasks.delete(task));
}

/** Stops a call by its number. */
export async function stop(task: number): Promise<void> {
  tasks.get(task)?.abort();
}
