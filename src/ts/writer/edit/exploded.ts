/**
 * The exploded form (ASDF 1.0.0, "Exploded form"): a file with a tree, whose arrays name other files as their sources, and these
 * files, each with one block.
 */
import { AsdfError } from "../../api/error.ts";
import { walk } from "../../api/path.ts";
import { partsOf } from "../../api/values.ts";
import type { ExplodedFile, ExplodeOptions, WriteOptions, Written } from "../../api/writing.ts";
import type { AsdfFile } from "../../file/file.ts";
import { NdArray } from "../../file/ndarray.ts";
import { openFile } from "../../file/open.ts";
import { writeFile, writeFiles } from "../output/write.ts";
import { keptOf } from "./edit.ts";

/** The longest name that a file gets, without its number and its ending. */
const LONGEST = 100;

/** An opened file in exploded form. */
export async function explodeFile(
  file: AsdfFile,
  fileName = "exploded.asdf",
  { name = fileName, ...options }: ExplodeOptions = {},
): Promise<ExplodedFile[]> {
  return writeFiles(file.tree ?? {}, { ...keptOf(file, options), ...options }, safe(name));
}

/** A name that means the same on every system and in a URI: no folders, no ending, none of the characters that mean something. */
function safe(name: string): string {
  const letters = lastOf(name)
    .replace(/\.asdf$/i, "")
    .replaceAll(/[^\w.-]+/g, "_")
    .replace(/^[.-]+/, "");
  return letters.slice(0, LONGEST) || "exploded";
}

/** What stands behind the last slash. */
function lastOf(path: string): string {
  const [last = ""] = path.split(/[/\\]/).slice(-1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** One file of all that belong together. */
export async function implodeFiles<As extends keyof Written = "blob">(
  files: Iterable<File | ExplodedFile>,
  options: WriteOptions<As> = {},
): Promise<Written[As]> {
  const blobs = new Map<string, Blob>();
  for (const file of files) {
    const name = lastOf(file.name);
    if (blobs.has(name)) {
      throw new AsdfError("external-source", `two of the files are called \`${name}\``);
    }
    blobs.set(name, file instanceof Blob ? file : file.blob);
  }
  const top = await topOf(blobs, options.signal);
  try {
    return await writeFile(top.tree, { ...keptOf(top, options), ...options });
  } finally {
    // A stream is read from it until that has ended.
    if (options.as !== "stream") {
      top.close();
    }
  }
}

/** The file whose tree is that of the whole: no array of another has it for its source. It is to be closed. */
async function topOf(blobs: ReadonlyMap<string, Blob>, signal: AbortSignal | undefined): Promise<AsdfFile> {
  const resolve = (uri: string) => {
    const blob = blobs.get(lastOf(uri));
    if (blob === undefined) {
      throw new AsdfError("external-source", `\`${uri}\`, to which an array refers, is not among the files`);
    }
    return blob;
  };
  const trees = new Map<string, AsdfFile>();
  const sources = new Set<string>();
  try {
    for (const [name, blob] of blobs) {
      const file = await openFile(blob, { external: "none", checksums: "ignore", resolve, signal });
      trees.set(name, file);
      for (const source of sourcesOf(file)) {
        sources.add(lastOf(source));
      }
    }
    const tops = [...trees].filter(([name, file]) => !sources.has(name) && !isBlock(file));
    const [[name, top] = ["", undefined], ...others] = tops;
    if (top === undefined || others.length > 0) {
      const found = tops.map(([name]) => `\`${name}\``).join(" and ");
      const message = `exactly one of the files has a tree and is no other's source: here, ${found || "none"}`;
      throw new AsdfError("not-found", message);
    }
    trees.delete(name);
    return top;
  } finally {
    for (const file of trees.values()) {
      file.close();
    }
  }
}

/** Whether a file is there for its block: its tree is none, or has no arrays. */
function isBlock(file: AsdfFile): boolean {
  return file.tree === null || (file.blocks.length > 0 && file.arrays().next().done === true);
}

/** What the arrays of a file, and the chunks and masks of these, name as their sources. */
function* sourcesOf(file: AsdfFile): Generator<string> {
  for (const [, array] of file.arrays()) {
    const made = Array.from(walk(partsOf(array) ?? null), ({ value }) => value);
    for (const part of [array, ...made]) {
      if (part instanceof NdArray && typeof part.source === "string") {
        yield part.source;
      }
    }
  }
}
