/** `implode`: the files of an exploded form in one. */
import { dirname, join } from "node:path";
import type { Context } from "../context.ts";
import { EXIT } from "../exit.ts";
import { isRemote, openSource, pathOf, STANDARD } from "../reading/open.ts";
import { type OutputOptions, writeAsdf } from "../writing/options.ts";
import { resolveReferences } from "../writing/references.ts";
import { baseOf } from "./explode.ts";

export interface ImplodeOptions extends OutputOptions {
  readonly resolveReferences?: boolean;
}

export async function run(
  context: Context,
  args: readonly string[],
  options: ImplodeOptions,
): Promise<number> {
  const [source = "", given] = args;
  const target =
    given ?? (source === STANDARD ? STANDARD : join(folderOf(source), `${baseOf(source)}_all.asdf`));
  using file = await openSource(source);
  const change = async (tree: object) => {
    if (options.resolveReferences) {
      await resolveReferences(tree);
    }
  };
  await writeAsdf(context, file, target, options, (given) => file.edit(change, given));
  return EXIT.done;
}

function folderOf(source: string): string {
  return isRemote(source) ? "." : dirname(pathOf(source));
}
