/** `convert`: a file written anew, with another compression or layout, or its table in another format. */
import type { Context } from "../context.ts";
import { EXIT } from "../exit.ts";
import { openSource } from "../reading/open.ts";
import type { ConvertTableOptions } from "../tables/conversion.ts";
import { type FormatOptions, writeAsdf } from "../writing/options.ts";
import { inlineArrays, resolveReferences } from "../writing/references.ts";
import { isOfTable } from "../writing/tableFormat.ts";

export interface ConvertOptions extends FormatOptions, ConvertTableOptions {
  readonly resolveReferences?: boolean;
}

export async function run(
  context: Context,
  args: readonly string[],
  options: ConvertOptions,
): Promise<number> {
  const [source = "", target = ""] = args;
  if (isOfTable(source, target)) {
    const { convertTable } = await import("../tables/conversion.ts");
    return convertTable(context, source, target, options);
  }
  using file = await openSource(source);
  const change = async (tree: object) => {
    if (options.resolveReferences) {
      await resolveReferences(tree);
    }
    if (options.inline !== undefined) {
      await inlineArrays(tree, options.inline);
    }
  };
  await writeAsdf(context, file, target, options, (given) => file.edit(change, given));
  return EXIT.done;
}
