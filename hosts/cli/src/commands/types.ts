/** `types`: declarations of TypeScript for the trees of files. The library that writes them is installed by those who want them. */
import { existsSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { many } from "@asdf-wasm/science/format/format";
import type { Declarations, DeclarationsOptions } from "asdf-wasm/types";
import type { Context } from "../context.ts";
import { EXIT, Problem } from "../exit.ts";
import { openSource, STANDARD } from "../reading/open.ts";
import { readSchemas } from "../reading/schemas.ts";
import { checkTarget, writeTarget } from "../writing/files.ts";

export interface TypesOptions {
  readonly schema: readonly string[];
  readonly output: string;
  readonly force?: boolean;
  readonly name?: string;
}

const LIBRARY = "json-schema-to-typescript";

export async function run(
  context: Context,
  [source = ""]: readonly string[],
  { schema, output, force = false, name }: TypesOptions,
): Promise<number> {
  if (output !== STANDARD) {
    checkTarget(output, force);
  }
  const compile = await loadCompile();
  const { text, names, warnings } = await typesOf(source, schema, { compile, name });
  for (const warning of warnings) {
    context.note(`${warning}: the type there is \`TreeValue\``);
  }
  if (output !== STANDARD) {
    await writeTarget(output, new Blob([text]).stream());
    context.print(`${output}: ${many(names.length, "type")}`);
  } else if (!context.json) {
    context.print(text.trimEnd());
  }
  if (context.json) {
    context.printJson(
      output === STANDARD ? { text, names, warnings } : { written: [output], names, warnings },
    );
  }
  return EXIT.done;
}

/** What an argument names: schemas on this machine, a tag or schema by its URI, or a file of ASDF or FITS. */
async function typesOf(
  source: string,
  paths: readonly string[],
  options: DeclarationsOptions,
): Promise<Declarations> {
  const { declarations } = await import("asdf-wasm/types");
  if (await isSchema(source)) {
    return declarations(undefined, { ...options, schemas: await readSchemas([source, ...paths]) });
  }
  const given = { ...options, schemas: await readSchemas(paths) };
  if (/^(?:asdf|tag):|^https?:.*\/schemas\//.test(source)) {
    return declarations(source, given);
  }
  using file = await openSource(source);
  return declarations(file, given);
}

/** Whether a path leads to a folder, or to a text in YAML or JSON that is no file of ASDF. */
async function isSchema(path: string): Promise<boolean> {
  if (!existsSync(path) || (await stat(path)).isDirectory()) {
    return existsSync(path);
  }
  if (!/\.(?:ya?ml|json)$/.test(path)) {
    return false;
  }
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(5), 0, 5, 0);
  return buffer.toString() !== "#ASDF";
}

/** The function of the library, as it is installed in the project in whose folder the command runs, or beside the command. */
async function loadCompile(): Promise<DeclarationsOptions["compile"]> {
  for (const from of [join(process.cwd(), "package.json"), import.meta.filename]) {
    try {
      const { compile } = await import(pathToFileURL(createRequire(from).resolve(LIBRARY)).href);
      return compile;
    } catch (thrown) {
      if (!(thrown instanceof Error && "code" in thrown && thrown.code === "MODULE_NOT_FOUND")) {
        throw thrown;
      }
    }
  }
  throw new Problem(
    `\`types\` needs the library ${LIBRARY}: \`npm install --save-dev ${LIBRARY}\` installs it; \`npx -p asdf-wasm -p ${LIBRARY} asdf-wasm types …\` needs no project`,
  );
}
