/** Subcommands of several files: one that cannot be read does not stop the others. */
import type { Context } from "../context.ts";
import { EXIT, jsonOf, Problem, sentenceAbout } from "../exit.ts";
import { nameOf } from "../reading/open.ts";

interface Result {
  readonly exit: (typeof EXIT)["done" | "no"];
  readonly json: object;
  readonly lines: readonly string[];
}

/** Runs work for each file, prints the results and the failures in that order; returns the worst exit code. */
export async function forEach(
  context: Context,
  sources: readonly string[],
  work: (source: string) => Promise<Result>,
): Promise<number> {
  const results: object[] = [];
  let worst: number = EXIT.done;
  for (const [index, source] of sources.entries()) {
    try {
      const { exit, json, lines } = await work(source);
      worst = Math.max(worst, exit);
      results.push(json);
      if (!context.json) {
        context.print(...(index > 0 && lines.length > 1 ? [""] : []), ...lines);
      }
    } catch (thrown) {
      if (sources.length === 1) {
        throw thrown;
      }
      worst = Math.max(worst, thrown instanceof Problem ? thrown.exit : EXIT.failed);
      results.push({ source: nameOf(source), ...jsonOf(thrown) });
      context.fail(sentenceAbout(nameOf(source), thrown));
    }
  }
  if (context.json) {
    context.printJson(results.length === 1 ? results[0] : results);
  }
  return worst;
}
