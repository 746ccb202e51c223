/** Writing an opened file with another tree. */
import { AsdfError } from "../../api/error.ts";
import type { StandardVersion, WriteOptions, Written } from "../../api/writing.ts";
import type { AsdfFile } from "../../file/file.ts";
import { hasHalves } from "../output/plan.ts";
import { writeFile } from "../output/write.ts";
import { copyOf } from "./copy.ts";

/** A file with the tree that `change` makes of a copy of its own. */
export async function editFile<Tree extends object, As extends keyof Written = "blob">(
  file: AsdfFile,
  change: (tree: Tree) => unknown,
  options: WriteOptions<As> = {},
): Promise<Written[As]> {
  const tree = file.tree === null ? Object.create(null) : copyOf(file.tree);
  const given = await change(tree);
  if (given !== undefined && (typeof given !== "object" || given === null)) {
    const message = `the change gave ${String(given)}: expected a new tree, or nothing where it changed the one that it got`;
    throw new AsdfError("bad-tree", message, { path: "" });
  }
  return writeFile(given ?? tree, { ...keptOf(file, options), ...options });
}

/** What of a file is kept unless something else is asked for: the version of the standard, and the comments. */
export function keptOf(
  file: AsdfFile,
  { compatible }: WriteOptions,
): Pick<WriteOptions, "standard" | "comments"> {
  const { standardVersion = "", comments } = file;
  const halves = [...file.arrays()].some(([, { dtype }]) => hasHalves(dtype));
  const known = /^1\.[0-6]\.0$/.test(standardVersion) && compatible === undefined && !halves;
  return {
    standard: known ? (standardVersion as StandardVersion) : undefined,
    // Others have a meaning, or are none that may be written.
    comments: comments.filter((line) => !/^\s*ASDF|[^\P{Cc}\t]/u.test(line)),
  };
}
