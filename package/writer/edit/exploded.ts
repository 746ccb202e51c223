/**
 * The exploded form (ASDF 1.0.0, "Exploded form"): a file with a tree, whose arrays refer to other files as their sources, and
 * these files, each with one block.
 */
import { checkWork, type OptionNames, wrong } from "../../api/arguments/checks.ts";
import { AsdfError } from "../../api/error.ts";
import type { ExplodedFile, ExplodeOptions, WriteOptions, Written } from "../../api/writing.ts";
import { AsdfFile, type LoadWriter } from "../../file/file.ts";
import { WRITING } from "../input/settings.ts";
import { sourcesIn } from "../output/numbers.ts";
import { writeFile, writeFiles } from "../output/write.ts";
import { optionsFor } from "./edit.ts";

const EXPLODE: OptionNames<ExplodeOptions> = { name: true, ...WRITING };

/** The maximum length of a file's name, without number and extension. */
const LONGEST = 100;

/** Writes an opened file in exploded form. */
export async function explodeFile(
  file: AsdfFile,
  fileName = "exploded.asdf",
  given: ExplodeOptions = {},
): Promise<ExplodedFile[]> {
  checkWork(given, EXPLODE, "explode()");
  const { name = fileName, ...options } = given;
  if (typeof name !== "string") {
    throw wrong("name", name, 'a name of files, such as "image"');
  }
  return writeFiles(file, optionsFor(file, options), safe(name));
}

/** A name that is safe on every system and in a URI: without folders, extension and special characters. */
function safe(name: string): string {
  const letters = lastOf(name)
    .replace(/\.asdf$/i, "")
    .replaceAll(/[^\w.-]+/g, "_")
    .replace(/^[.-]+/, "");
  return letters.slice(0, LONGEST) || "exploded";
}

/** The last segment of a path. */
function lastOf(path: string): string {
  const [last = ""] = path.split(/[/\\]/).slice(-1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Combines the files of an exploded form. */
export async function implodeFiles<As extends keyof Written = "blob">(
  files: Iterable<File | ExplodedFile>,
  options: WriteOptions<As> | undefined,
  writer: LoadWriter,
): Promise<Written[As]> {
  const blobs = new Map<string, Blob>();
  for (const file of files) {
    const name = lastOf(file.name);
    if (blobs.has(name)) {
      throw new AsdfError("external-source", `two of the files are called \`${name}\``);
    }
    blobs.set(name, file instanceof Blob ? file : file.blob);
  }
  const top = await topOf(blobs, options?.signal, writer);
  try {
    return await writeFile(top.tree, optionsFor(top, options ?? {}), top);
  } finally {
    // A stream reads from the file until it ends.
    if (options?.as !== "stream") {
      top.close();
    }
  }
}

/** Opens the file with the tree of the whole, to which no array of another file refers. The caller closes it. */
async function topOf(
  blobs: ReadonlyMap<string, Blob>,
  signal: AbortSignal | undefined,
  writer: LoadWriter,
): Promise<AsdfFile> {
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
      const options = { external: "none", checksums: "ignore", resolve, signal } as const;
      const file = await AsdfFile.open(blob, options, writer);
      trees.set(name, file);
      for (const source of sourcesIn(file.nodes)) {
        if (typeof source === "string") {
          sources.add(lastOf(source));
        }
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

/** Whether a file only serves its block: it has no tree, or one without arrays. */
function isBlock(file: AsdfFile): boolean {
  return file.nodes === null || (file.blocks.length > 0 && file.arrays().next().done === true);
}
