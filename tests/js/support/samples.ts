/**
 * The samples of the documentation as modules: a sample may use variables that its page describes in words. They become the
 * parameters of a function around it, with the types that the test gives them.
 */
import { readFileSync } from "node:fs";

const root = new URL("../../../", import.meta.url);

/** The TypeScript blocks of a Markdown file. */
export function samplesOf(path: string): string[] {
  const text = readFileSync(new URL(path, root), "utf8");
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
}

/**
 * A module whose function `sample` runs the code with `given`, such as `"file: AsdfFile, pixels: Float32Array"`. It returns the
 * variables that the code declares at its top level.
 */
export function moduleOf(code: string, given: string): string {
  const imports = code.match(/^import .*;$/gm) ?? [];
  const body = code.replaceAll(/^import .*;\n/gm, "");
  const declared = [...body.matchAll(/^const (?:\{ ([^}]*) \}|(\w+)) =/gm)];
  const names = declared.flatMap(([, several, one = ""]) => several?.split(", ") ?? [one]);
  const parameters = [...given.matchAll(/(\w+): /g)].map(([, name]) => name);
  return `${imports.join("\n")}
import type { AsdfFile, Source, Wcs } from "asdf-wasm";

export async function sample({ ${parameters.join(", ")} }: { ${given} }) {
${body}
  return { ${names.join(", ")} };
}
`;
}
