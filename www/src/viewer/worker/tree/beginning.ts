/**
 * The first rows of a large tree, which are seen while the tree is parsed: its beginning, up to a key of the root, is parsed as a
 * file of its own.
 */
import { init, openSync } from "asdf-wasm";
import type { Progress } from "../../protocol/facts.ts";
import { Nodes } from "./nodes.ts";

/** Smaller trees are parsed at once. */
const LARGE = 2 ** 20;
const BEGINNING = 2 ** 16;
/** How many bytes before `LARGE` show whether they are of the tree. */
const LOOK = 2 ** 12;
const MOST_ROWS = 200;
/** What no tree contains: control characters, a block, the end of the tree. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for.
const NO_TREE = /[\0-\x08\x0b\x0c\x0e-\x1f]|\xd3BLK|^\.\.\.\s*$/m;

/** Reports none if the tree is not large, or its root is no map with a line for each key. Opening the file says what is wrong with it. */
export async function reportFirstRows(file: Blob, onProgress: (progress: Progress) => void): Promise<void> {
  const { size } = file;
  const textOf = async (from: number, to: number) =>
    new TextDecoder().decode(await file.slice(from, to).arrayBuffer());
  const later = size > LARGE ? await textOf(LARGE - LOOK, LARGE) : "...";
  if (NO_TREE.test(later)) {
    return;
  }
  const beginning = await textOf(0, BEGINNING);
  const end = [...beginning.matchAll(/\n(?=\w)/g)].at(-1)?.index;
  if (!beginning.startsWith("#ASDF ") || NO_TREE.test(beginning) || end === undefined) {
    return;
  }
  await init();
  using first = openSync(new TextEncoder().encode(`${beginning.slice(0, end)}\n...\n`));
  const rows = new Nodes(first).roots().slice(0, MOST_ROWS);
  if (rows.length > 0) {
    onProgress({ loaded: 0, total: size, phase: "open", rows });
  }
}
