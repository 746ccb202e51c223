/** The open file, and how calls are answered: failures as notices, and those that take long so that the page can stop them. */
import type { AsdfFile, NdArray, OpenOptions } from "asdf-wasm";
import { noticeOf } from "../protocol/notices.ts";
import type { Editing } from "./tree/editing.ts";
import type { Nodes } from "./tree/nodes.ts";

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
  readonly source?: Blob | string | undefined;
}

let current: OpenFile | undefined;
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

/** The array of a node, and its path. */
export function arrayAt(id: number): [path: string, array: NdArray] {
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
