/** `validate`: the tree of files checked against schemas. */
import { many } from "@asdf-wasm/science/format/format";
import type { SchemaProblem } from "asdf-wasm";
import type { Context } from "../context.ts";
import { EXIT } from "../exit.ts";
import { nameOf, openSource } from "../reading/open.ts";
import { readSchema, readSchemas } from "../reading/schemas.ts";
import { forEach } from "./several.ts";

export interface ValidateOptions {
  readonly schema: readonly string[];
  readonly custom?: string;
}

export async function run(
  context: Context,
  sources: readonly string[],
  options: ValidateOptions,
): Promise<number> {
  const schemas = await readSchemas(options.schema);
  const custom = options.custom === undefined ? undefined : await readSchema(options.custom);
  return forEach(context, sources, async (source) => {
    using file = await openSource(source);
    const { isValid, problems, warnings } = await file.validate({ schemas, custom });
    const { style } = context;
    const verdict = isValid ? style.good("valid") : style.bad(many(problems.length, "problem"));
    const lines = [
      `${style.heading(nameOf(source))}  ${verdict}`,
      ...problems.flatMap((problem) => linesOf(problem, style.bad)),
      ...warnings.map((warning) => `  ${style.warning("warning")}: ${warning}`),
    ];
    const json = { source: nameOf(source), ok: isValid, problems, warnings };
    return { exit: isValid ? EXIT.done : EXIT.no, json, lines };
  });
}

function linesOf(
  { path, line, message, schema, causes }: SchemaProblem,
  bad: (text: string) => string,
): string[] {
  const where = [path === "" ? "the tree" : path, ...(line === undefined ? [] : [`line ${line}`])].join(", ");
  const by = schema === "" ? "" : ` (${schema})`;
  return [
    `  ${bad(where)}: ${message}${by}`,
    ...causes.map((cause) => `    ${cause.path || "the tree"}: ${cause.message}`),
  ];
}
