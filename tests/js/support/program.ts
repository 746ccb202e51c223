/** Programs that the compiler checks against the package's declarations, and the tree of a file as such a program. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMap, NdArray, type TreeValue } from "asdf-wasm";
import { attempt, packageCommand, root } from "../../../scripts/command/process.mjs";

const compilerOptions = {
  ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, types: [] },
  ...{
    target: "es2022",
    lib: ["es2022", "dom", "esnext.disposable"],
    module: "es2022",
    moduleResolution: "bundler",
  },
};

/** Calls a function with a new folder, in which files are a project that finds the package. */
export async function withProject<T>(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(root, "target", "program-"));
  try {
    const config = JSON.stringify({ compilerOptions, include: ["*.ts"] });
    for (const [name, text] of Object.entries({ "tsconfig.json": config, ...files })) {
      writeFileSync(join(folder, name), text);
    }
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the compiler says of programs; empty if nothing is wrong. */
export function compiled(files: Readonly<Record<string, string>>): Promise<string> {
  return withProject(files, async (cwd) => {
    const tsc = packageCommand("typescript", "tsc");
    return (await attempt(process.execPath, [tsc, "-p", cwd], { cwd })).output;
  });
}

/**
 * A program that says of a tree that it is of a type. More properties than the type has are allowed; each that it requires must be there,
 * and be what it says. `type` is a type of the module `from`, or an object of it.
 */
export function claim(tree: TreeValue, type: string, from: string): string {
  return `import type { Complex, DatatypeName, NdArray, Reference, Tagged, TreeValue } from "asdf-wasm";
import type { ${/[A-Z]\w+/.exec(type)} } from "${from}";
declare function array<Name extends DatatypeName>(): NdArray<Name>;
declare function list<Items extends unknown[]>(...items: Items): Items;
declare const Its: {
  Tagged: Tagged; Complex: Complex; Reference: Reference; Uint8Array: Uint8Array; Map: Map<TreeValue, TreeValue>;
};
const tree = ${literal(tree)};
export const claimed: ${type} = tree;
export const value: TreeValue = claimed;
`;
}

/** A value of a tree as an expression that keeps its type: texts and numbers as such, and how long lists are. */
function literal(value: TreeValue): string {
  if (value instanceof NdArray) {
    const { dtype } = value;
    return `array<"${typeof dtype === "string" ? dtype : dtype.kind}">()`;
  }
  if (Array.isArray(value)) {
    return `list(${value.map(literal).join(", ")})`;
  }
  if (isMap(value)) {
    const entries = Object.entries(value).map(
      ([key, inside]) => `${JSON.stringify(key)}: ${literal(inside)}`,
    );
    return `{ ${entries.join(", ")} }`;
  }
  if (typeof value === "object" && value !== null) {
    return `Its.${value.constructor.name}`;
  }
  const isPlain = typeof value !== "bigint" && (typeof value !== "number" || Number.isFinite(value));
  return value === null
    ? "null"
    : isPlain
      ? `${JSON.stringify(value)} as const`
      : typeof value === "bigint"
        ? "0n"
        : "Number.NaN";
}
