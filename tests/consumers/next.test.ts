/** Next with both of its bundlers, built and from its development server: client components, also of the viewer, and a route handler. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expected } from "../pkg/support/consumer.ts";
import { pageSaysAt } from "../pkg/support/page.ts";
import { expectComponent } from "./support/component.ts";
import { project, runTool, startTool } from "./support/project.ts";

// vitest sets it to "test", which Next does not know.
const env = { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };

/** A fresh copy of the project, which serves the file to its page. */
async function next(label: string): Promise<string> {
  const folder = await project("next", label);
  mkdirSync(join(folder, "public"), { recursive: true });
  copyFileSync(join(folder, "roman.asdf"), join(folder, "public", "roman.asdf"));
  return folder;
}

/** Asks the page and the route handler of a server, and looks at the viewer there. */
async function said(args: readonly string[], folder: string): Promise<unknown[]> {
  const server = await startTool("next", [...args, "--port", "0", "--hostname", "127.0.0.1"], folder);
  try {
    const route = await fetch(`${server.url}/api/summary`);
    const texts = [await route.text(), await pageSaysAt(server.url)];
    await expectComponent(`${server.url}/viewer`);
    return texts.map((text) => JSON.parse(text));
  } finally {
    await server.stop();
  }
}

describe.each(["turbopack", "webpack"])("Next with %s", (bundler) => {
  test("built: client components, and a route handler", async () => {
    const folder = await next(`next-${bundler}`);
    await runTool("next", ["build", `--${bundler}`], folder, env);
    expect(await said(["start"], folder)).toEqual([expected(), expected()]);
  });
});

test("Next's development server", async () => {
  const folder = await next("next-dev");
  expect(await said(["dev"], folder)).toEqual([expected(), expected()]);
});

test("serverExternalPackages, with which Next's list of the files to deploy has the modules", async () => {
  const folder = await next("next-external");
  const config = join(folder, "next.config.mjs");
  const line = 'export default {\n  serverExternalPackages: ["asdf-wasm"],';
  writeFileSync(config, readFileSync(config, "utf8").replace("export default {", line));
  // docs/bundlers.md says that the viewer's component does not go with this.
  rmSync(join(folder, "app", "viewer"), { recursive: true });
  await runTool("next", ["build"], folder, env);
  const trace = readFileSync(join(folder, ".next/server/app/api/summary/route.js.nft.json"), "utf8");
  const names = [
    "asdf_wasm_bg.wasm",
    "asdf_wasm_writer_bg.wasm",
    "asdf_wasm_wcs_bg.wasm",
    "asdf_wasm_fits_bg.wasm",
    "pool/node-worker.js",
  ];
  expect(names.filter((name) => !trace.includes(`asdf-wasm/${name}`))).toEqual([]);
});
