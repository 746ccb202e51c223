/** Programs outside of a browser that read and write with workers: Bun, Deno, and tests in Jest. */
import { expect, test } from "vitest";
import { expected } from "../pkg/support/consumer.ts";
import { project, runTool } from "./support/project.ts";

async function said(program: string, args: readonly string[], label: string): Promise<unknown> {
  const folder = await project("runtime", label);
  return JSON.parse(await runTool(program, [...args, "main.js"], folder));
}

test("Bun", async () => {
  expect(await said("bun", [], "bun")).toEqual(expected());
});

test("Deno", async () => {
  expect(await said("deno", ["run", "--allow-all", "--quiet"], "deno")).toEqual(expected());
});

test("Jest, with --experimental-vm-modules: tests as ES modules and as CommonJS", async () => {
  const folder = await project("jest");
  const env = { NODE_OPTIONS: "--experimental-vm-modules" };
  const output = await runTool("jest", ["--ci"], folder, env);
  expect(output).toContain(`said: ${JSON.stringify(expected())}`);
});
