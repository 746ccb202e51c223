/**
 * The entry `asdf-wasm/types`: declarations of TypeScript for the trees of files, from schemas. The library
 * `json-schema-to-typescript`, which the caller has and which needs Node, writes them; types of the package's own schemas are in
 * `asdf-wasm/types/roman`, `/jwst` and `/dkist`.
 *
 * @example
 * import { compile } from "json-schema-to-typescript";
 * const { text } = await declarations("asdf://stsci.edu/datamodels/roman/tags/wfi_image-2.2.0", { compile });
 */
import { checkOptions } from "./api/arguments/checks.ts";
import { AsdfError } from "./api/error.ts";
import type { SchemaSource } from "./api/options.ts";
import { walk } from "./api/path.ts";
import { AsdfFile, init } from "./node.ts";
import { partGiven } from "./schema/given.ts";
import { allParts } from "./schema/pack.ts";
import { Registry } from "./schema/registry.ts";
import { CLASSES, ROOT, Types } from "./schema/types.ts";

export interface DeclarationsOptions {
  /** The function of `json-schema-to-typescript`. */
  readonly compile: (schema: object, name: string, options: object) => Promise<string>;
  /** Schemas and manifests beside those of the package; they come first. */
  readonly schemas?: Iterable<SchemaSource> | undefined;
  /** The name of the type of a file's tree. Default `Tree`. */
  readonly name?: string | undefined;
}

export interface Declarations {
  /** A module of types. */
  readonly text: string;
  /** The names of the types. */
  readonly names: readonly string[];
  /** What could not be found: the type there is `TreeValue`. */
  readonly warnings: readonly string[];
}

/**
 * The types of a file's tree, by its schemas, or as it is where they say nothing; of nodes with a tag, in which `*` and `**` stand for
 * anything; or of what a schema describes, by its URI. Without any of these: of all that is in `schemas`.
 *
 * @throws AsdfError `not-found` if there is no such tag or schema, `bad-argument`, `network`
 */
export async function declarations(
  of: AsdfFile | string | undefined,
  options: DeclarationsOptions,
): Promise<Declarations> {
  checkOptions(options, { compile: true, schemas: true, name: true }, "declarations()");
  const { compile, schemas = [], name = "Tree" } = options;
  await init();
  const file = of instanceof AsdfFile ? of : undefined;
  const given = await partGiven([...schemas, ...(file?.opened.schemas ?? [])]);
  const registry = new Registry([given, ...(await allParts())]);
  const nodes = file ? [...walk(file.nodes)].length : 0;
  const types = new Types(registry, file?.standardVersion ?? "1.6.0", nodes);
  if (file) {
    types.addTree(name, file.nodes);
  } else {
    const tags = given.extensions.flatMap((extension) => Object.keys(extension.tags));
    const all = tags.length > 0 ? tags : Object.keys(given.schemas);
    for (const uri of typeof of === "string" ? [of] : all) {
      if (!types.add(uri)) {
        throw new AsdfError("not-found", `there is no tag and no schema ${uri}`);
      }
    }
  }
  types.share();
  const { definitions } = types;
  const text = declared(await compile({ definitions }, ROOT, STYLE));
  const names = Array.from(text.matchAll(/^export type (\w+) =/gm), ([, found = ""]) => found);
  return { text, names, warnings: [...types.warnings] };
}

const STYLE = {
  additionalProperties: false,
  bannerComment: "",
  ignoreMinAndMaxItems: true,
  unreachableDefinitions: true,
  style: { printWidth: 110 },
};

/**
 * What the library wrote, as a module. Its interfaces become types of objects, which alone can be assigned to `TreeMap`: an interface
 * might get further properties elsewhere.
 */
function declared(written: string): string {
  const types = written
    .replace(new RegExp(`export interface ${ROOT} \\{[^}]*\\}\\n`), "")
    .replaceAll(
      /(?:\n \*)?\n \* This interface was referenced by [^\n]*\n \* via the `definition` "\w+"\./g,
      "",
    )
    .replaceAll("/**\n */\n", "")
    .replaceAll(/^export interface (\w+) \{/gm, "export type $1 = {")
    .trim();
  const code = types.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\*.*?\*\//gs, "");
  const used = CLASSES.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const imports = used.length > 0 ? `import type { ${used.join(", ")} } from "asdf-wasm";\n\n` : "";
  return `/** Types of the trees of ASDF files. Written by \`asdf-wasm types\`: changes of this file are lost when it is written again. */\n\n${imports}${types}\n`;
}
