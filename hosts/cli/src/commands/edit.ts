/** `edit`: values of the tree changed, by arguments or in an editor, in place or in another file. */
import type { AsdfFile, TreeValue } from "asdf-wasm";
import type { Context } from "../context.ts";
import { EXIT, misuse } from "../exit.ts";
import { isRemote, openSource, pathOf, STANDARD } from "../reading/open.ts";
import { type Assignment, assign, assignmentOf, nodeAt, remove } from "../writing/assignment.ts";
import { ElementEdits } from "../writing/elements.ts";
import { type OutputOptions, writeAsdf } from "../writing/options.ts";
import { placesOf } from "../writing/places.ts";

export interface EditOptions extends OutputOptions {
  readonly output?: string;
  readonly delete: readonly string[];
  readonly create?: boolean;
}

export async function run(context: Context, args: readonly string[], options: EditOptions): Promise<number> {
  const [source = "", ...texts] = args;
  const changes: readonly Assignment[] = texts.map(assignmentOf);
  const isInPlace = options.output === undefined;
  if (isInPlace && (isRemote(source) || source === STANDARD)) {
    throw misuse("only a file on disk is changed in place: say where to write by --output");
  }
  const target = options.output ?? pathOf(source);
  const output = { ...options, force: isInPlace || (options.force ?? false) };
  if (changes.length === 0 && options.delete.length === 0) {
    return inEditor(context, source, target, output);
  }
  using file = await openSource(source);
  refuseFits(file, target, source);
  const change = async (tree: object) => {
    const elements = new ElementEdits(tree);
    for (const one of changes) {
      const count = await elements.set(one);
      if (count !== undefined) {
        if (count !== 1) {
          context.note(`${one.path}: ${count.toLocaleString("en")} elements were set.`);
        }
        continue;
      }
      const isNew = nodeAt(tree as TreeValue, one.path).value === undefined;
      const holder = assign(tree, one, options.create ?? false);
      if (isNew) {
        context.note(`${one.path} was not there before: it is new.`);
      }
      const places = placesOf(tree as TreeValue, holder);
      if (places.length > 1) {
        const names = places.map((place) => `\`${place}\``).join(", ");
        context.note(`${one.path}: the change shows at ${names}, which are one node in the file.`);
      }
    }
    elements.put();
    for (const path of options.delete) {
      remove(tree, path);
    }
  };
  await writeAsdf(context, file, target, output, (given) => file.edit(change, given), isInPlace);
  return EXIT.done;
}

/** Throws if an ASDF file would be written over a FITS file. */
function refuseFits(file: AsdfFile, target: string, source: string): void {
  if (file.dialect === "fits" && target === pathOf(source)) {
    throw misuse("a FITS file is not changed in place: say by --output where to write the ASDF file");
  }
}

async function inEditor(
  context: Context,
  source: string,
  target: string,
  options: OutputOptions,
): Promise<number> {
  if (!process.stdin.isTTY && !process.env["VISUAL"] && !process.env["EDITOR"]) {
    throw misuse("say what to change: PATH=VALUE, or --delete PATH; in a terminal, an editor shows the tree");
  }
  const { editedFile } = await import("../writing/editor.ts");
  using file = await openSource(source);
  refuseFits(file, target, source);
  const changed = await editedFile(file);
  if (!changed) {
    context.note("The text is as it was: nothing was changed.");
    return EXIT.done;
  }
  try {
    const isInPlace = target === pathOf(source);
    await writeAsdf(context, changed, target, options, (given) => changed.edit(() => {}, given), isInPlace);
  } finally {
    changed.close();
  }
  return EXIT.done;
}
