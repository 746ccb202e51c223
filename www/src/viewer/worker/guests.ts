/**
 * Files that are open in other tabs, and so in other workers: opened here once more for what is computed of arrays of several files. They are
 * read as they are stored.
 */
import { type NdArray, open } from "asdf-wasm";
import type { Elsewhere } from "../protocol/facts.ts";
import { given } from "./files/given.ts";
import { arrayAt } from "./opened.ts";

interface Guest {
  readonly key: string;
  readonly arrayAt: Promise<(path: string) => NdArray>;
}

/** The most that stay open. */
const MOST = 4;

let guests: readonly Guest[] = [];

/** An array of another file. */
export async function arrayElsewhere({ id, source, path, name }: Elsewhere): Promise<NdArray> {
  const key = keyOf(id, source);
  const known = guests.find((guest) => guest.key === key);
  const guest = known ?? { key, arrayAt: opening(source) };
  guests = [guest, ...guests.filter((other) => other !== known)].slice(0, MOST);
  try {
    return (await guest.arrayAt)(path);
  } catch (cause) {
    guests = guests.filter((other) => other !== guest);
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** The array of a node of the file of this worker, or one of another file, and its path. */
export async function anyArrayAt(node: number | Elsewhere): Promise<[path: string, array: NdArray]> {
  return typeof node === "number" ? arrayAt(node) : [node.path, await arrayElsewhere(node)];
}

/** A tab may show another file than before, also one of the same name. */
function keyOf(id: string, source: Elsewhere["source"]): string {
  if (typeof source === "string") {
    return JSON.stringify([id, source]);
  }
  const main = source.files.find(({ path }) => path === source.main)?.file;
  const changed = main instanceof File ? main.lastModified : undefined;
  return JSON.stringify([id, source.main, main?.size, changed]);
}

async function opening(source: Elsewhere["source"]): Promise<(path: string) => NdArray> {
  const { bytes, resolve } = await given(source, undefined);
  const file = await open(bytes, { ...(resolve && { resolve }), checksums: "warn" });
  return (path) => file.array(path);
}
