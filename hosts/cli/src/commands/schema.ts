/** `schema`: what schemas say of a value. */
import { plainly } from "@asdf-wasm/science/format/format";
import type { Context } from "../context.ts";
import { EXIT, Problem } from "../exit.ts";
import { openSource } from "../reading/open.ts";
import { readSchemas } from "../reading/schemas.ts";
import { columns } from "../terminal/table.ts";

export interface SchemaOptions {
  readonly schema: readonly string[];
}

export async function run(
  context: Context,
  [source = "", path = ""]: readonly string[],
  options: SchemaOptions,
): Promise<number> {
  using file = await openSource(source);
  if (file.get(path) === undefined) {
    throw new Problem(`there is nothing at \`${path}\`: \`asdf-wasm tree ${source}\` lists what there is`);
  }
  const meaning = await file.describe(path, { schemas: await readSchemas(options.schema) });
  if (context.json) {
    context.printJson(meaning ?? {});
  } else if (meaning === undefined) {
    context.print("no schema says anything of it");
  } else {
    const { title, description, ...rest } = meaning;
    const rows = Object.entries(rest).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, textOf(value)]],
    );
    context.print(
      ...(title === undefined ? [] : [context.style.heading(title)]),
      ...(description === undefined ? [] : [...description.split("\n"), ""]),
      ...columns(rows, []),
    );
  }
  return meaning === undefined ? EXIT.no : EXIT.done;
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(", ") : plainly(value);
}
