/** Checks the open file against schemas, as it is now: with the edits that are not saved. */
import { hasSchemas } from "@asdf-wasm/science/format/dialects";
import { yamlOf } from "@asdf-wasm/science/tree/yaml";
import { type AsdfFile, open, type SchemaProblem, type Validated, type ValidateOptions } from "asdf-wasm";
import type { Checked, OwnSchemas } from "../../protocol/schemas.ts";
import type { Editing } from "../tree/editing.ts";
import type { Nodes } from "../tree/nodes.ts";
import type { Schemas } from "./schemas.ts";

/** The most problems that are sent to the page. */
const MOST = 1000;

interface Tree {
  readonly file: AsdfFile;
  readonly nodes: Nodes;
  readonly editing: Editing;
  readonly schemas: Schemas;
}

export async function check(
  { file, nodes, editing, schemas: known }: Tree,
  own: OwnSchemas,
  options: ValidateOptions,
): Promise<Checked> {
  if (!hasSchemas(file)) {
    throw new Error("only files of ASDF 1.0.0 and later have schemas");
  }
  const schemas = await known.usable(own);
  const { problems, warnings } = editing.state().isChanged
    ? await checkedText(await yamlOf(file), { ...options, schemas })
    : await file.validate({ ...options, schemas });
  return {
    problems: problems
      .slice(0, MOST)
      .map((problem) => ({ ...problem, node: nodes.trailAlong(problem.path)?.at(-1) })),
    count: problems.length,
    warnings,
  };
}

export async function checkText(
  { schemas }: Pick<Tree, "schemas">,
  text: string,
  own: OwnSchemas,
): Promise<readonly SchemaProblem[]> {
  const { problems } = await checkedText(text, { schemas: await schemas.usable(own) });
  return problems.slice(0, MOST);
}

async function checkedText(text: string, options: ValidateOptions): Promise<Validated> {
  const file = await open(new Blob([text]));
  try {
    return await file.validate(options);
  } finally {
    file.close();
  }
}
