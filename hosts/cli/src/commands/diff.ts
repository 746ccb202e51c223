/** `diff`: the trees and the arrays of two files compared, with tolerances. */

import { many } from "@asdf-wasm/science/format/format";
import { toJSON } from "asdf-wasm";
import { compare, type Difference } from "../compare/trees.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit.ts";
import { nameOf, openSource } from "../reading/open.ts";
import { tellOfReading } from "../reading/warned.ts";
import { withBar } from "../terminal/progress.ts";
import { lineOf } from "../text/values.ts";

export interface DiffOptions {
  readonly rtol: number;
  readonly atol: number;
  readonly ignore: readonly string[];
  readonly minimal?: boolean;
}

export async function run(context: Context, args: readonly string[], options: DiffOptions): Promise<number> {
  const [one = "", other = ""] = args;
  using before = await openSource(one);
  using after = await openSource(other);
  using _before = tellOfReading(context, before);
  using _after = tellOfReading(context, after);
  const found = await withBar("Comparing", ({ report }) => compare(before.tree, after.tree, options, report));
  if (context.json) {
    const json = found.map(({ before: was, after: is, ...rest }) => ({
      ...rest,
      ...(was !== undefined && { before: toJSON(was) }),
      ...(is !== undefined && { after: toJSON(is) }),
    }));
    context.printJson({ equal: found.length === 0, differences: json });
  } else {
    const { style } = context;
    const heading = [style.bad(`--- ${nameOf(one)}`), style.good(`+++ ${nameOf(other)}`)];
    context.print(
      ...(found.length > 0 ? heading : []),
      ...found.flatMap((difference) => linesOf(context, difference, options.minimal ?? false)),
      ...(found.length > 0 ? [style.faint(many(found.length, "difference"))] : []),
    );
  }
  return found.length === 0 ? EXIT.done : EXIT.no;
}

function linesOf({ style }: Context, difference: Difference, isMinimal: boolean): string[] {
  const { path, what, before, after } = difference;
  const heading = `${style.key(path === "" ? "(root)" : path)}${what === "" ? "" : `  ${what}`}`;
  return isMinimal
    ? [heading]
    : [
        heading,
        ...(before === undefined ? [] : [style.bad(`- ${lineOf(before)}`)]),
        ...(after === undefined ? [] : [style.good(`+ ${lineOf(after)}`)]),
      ];
}
