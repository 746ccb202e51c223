/** The packed package is what npm, bundlers and TypeScript expect of one. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { beforeAll, expect, test } from "vitest";
import { packageCommand, root, run } from "../../scripts/command/process.mjs";
import { pack, runNode } from "./support/consumer.ts";

const modules = [
  "asdf_wasm_bg.wasm",
  "asdf_wasm_fits_bg.wasm",
  "asdf_wasm_wcs_bg.wasm",
  "asdf_wasm_writer_bg.wasm",
];
let tarball: string;

beforeAll(async () => {
  tarball = await pack();
});

test("publint finds nothing, not even a suggestion", async () => {
  const { buffer } = Uint8Array.from(readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test("attw finds every entry's types, as ES modules", async () => {
  const attw = packageCommand("@arethetypeswrong/cli", "attw");
  const options = ["--profile", "esm-only", "--exclude-entrypoints", ...modules];
  const { code, output } = await runNode([attw, tarball, ...options], root);
  expect(code, output).toBe(0);
});

test("it holds the WebAssembly files, both licences, and nothing that the repository keeps for itself", async () => {
  const listing = await run("tar", ["-tzf", tarball], { problem: "tar failed" });
  const files = listing.trim().split("\n");
  const wasm = files.filter((file) => file.endsWith(".wasm"));
  expect(wasm.sort()).toEqual(modules.map((name) => `package/${name}`));
  expect(files).toEqual(
    expect.arrayContaining(["README.md", "LICENSE-MIT", "LICENSE-APACHE"].map((name) => `package/${name}`)),
  );
  expect(files).not.toContain("package/manifest.json");
});

test("its version is the crate's", () => {
  const { version } = JSON.parse(readFileSync(join(root, "pkg", "package.json"), "utf8"));
  expect(readFileSync(join(root, "Cargo.toml"), "utf8")).toContain(`\nversion = "${version}"\n`);
});
