/** The oldest TypeScript that the package supports compiles a program and the samples of the documentation, strictly. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { attempt, packageCommand, root } from "../../scripts/command/process.mjs";
import { moduleOf, samplesOf } from "../js/support/samples.ts";
import { project, tools } from "./support/project.ts";

const settings = { target: "es2022", lib: ["es2022", "dom"], strict: true, types: [], noEmit: true };

/** What the compiler says of the project in a folder. */
async function compiled(folder: string, options: object): Promise<string> {
  const config = { compilerOptions: { ...settings, ...options }, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = packageCommand("typescript-5.0", "tsc", tools);
  const { output } = await attempt(process.execPath, [tsc, "-p", folder], { cwd: folder });
  return output;
}

test.each([
  { module: "nodenext" },
  { module: "es2022", moduleResolution: "bundler" },
  { module: "es2022", moduleResolution: "node10" },
])("TypeScript 5.0 with %o: a program, and the package's declarations", async (options) => {
  const label = `types-${options.moduleResolution ?? options.module}`;
  expect(await compiled(await project("types", label), options)).toBe("");
});

/** Variables that the pages describe in words. */
const given: Readonly<Record<string, string>> = {
  blob: "Blob",
  context: "CanvasRenderingContext2D",
  file: "AsdfFile",
  fileOrUrlOrBytes: "Source",
  pixels: "Float32Array",
  source: "Source",
  url: "string",
  x: "number",
  y: "number",
};

test("TypeScript 5.0: the samples of the documentation", async () => {
  const folder = await project("types", "types-samples");
  const docs = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  for (const page of ["README.md", ...docs.map((name) => `docs/${name}`)]) {
    for (const [index, code] of samplesOf(page).entries()) {
      const own = new Set(code.match(/(?<=\bconst [^=]*)\w+(?=[^=]*=)/g));
      const names = Object.entries(given).filter(([name]) => !own.has(name));
      const parameters = names.map(([name, type]) => `${name}: ${type}`).join(", ");
      const name = `${page.replaceAll(/\W/g, "-")}-${index + 1}.ts`;
      // A sample that exports is a module as it stands.
      const isModule = /^export /m.test(code);
      writeFileSync(join(folder, name), isModule ? code : moduleOf(code, parameters));
    }
  }
  const said = await compiled(folder, { module: "es2022", moduleResolution: "bundler" });
  // The samples test of the package declares every variable; here those of single pages may be unknown.
  expect(said.split("\n").filter((line) => line !== "" && !/TS2304|TS2552/.test(line))).toEqual([]);
});
