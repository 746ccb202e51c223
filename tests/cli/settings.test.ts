/** What a person sets up once: defaults of options in a file, completion in a shell, the manual page. */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ended, root, run, scratch, started } from "./run.ts";

const inScratch = scratch();
const roman = "tests/data/roman/roman_l2_192.asdf";

async function withSettings(settings: unknown, ...args: readonly string[]) {
  const path = inScratch("config.json");
  writeFileSync(path, typeof settings === "string" ? settings : JSON.stringify(settings));
  return ended(started(args, { env: { ASDF_WASM_CONFIG: path } }));
}

test("options of the settings count, and what is typed counts more", async () => {
  const settings = { tree: { depth: 1 }, "*": { pager: false } };
  const folded = await withSettings(settings, "tree", roman);
  expect(folded.out.trimEnd().split("\n")).toHaveLength(4);
  const unfolded = await withSettings(settings, "tree", roman, "--depth", "2");
  expect(unfolded.out.split("\n").length).toBeGreaterThan(10);
  const ignored = await withSettings({ diff: { ignore: ["asdf_library", "history"] } }, "diff", roman, roman);
  expect([ignored.code, ignored.err]).toEqual([0, ""]);
});

test.each([
  [{ show: { strech: "log" } }, ["show", roman], "`show` has no option `strech`"],
  [{ nope: {} }, ["info", roman], "there is no subcommand `nope`"],
  [{ show: "log" }, ["info", roman], "a map of options for each subcommand"],
  [{ show: { stretch: null } }, ["show", roman], "`stretch` is a text, a number, true, false"],
  ["[1", ["info", roman], "config.json: "],
  [{ show: { stretch: "logg" } }, ["show", roman], "the settings add --stretch=logg"],
])("settings that make no sense are named: %j", async (settings, args, message) => {
  const { code, err } = await withSettings(settings, ...args);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test("help is printed whatever the settings are", async () => {
  expect((await withSettings("[1", "show", "--help")).code).toBe(0);
  expect((await withSettings("[1", "man")).code).toBe(0);
});

async function completed(...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await run("completion", "--words", "--", ...words);
  return out
    .split("\n")
    .map((line) => line.split("\t")[0] ?? "")
    .filter((text) => text !== "");
}

test("subcommands, options, their values and paths in the tree are completed", async () => {
  expect(await completed("in")).toEqual(["info"]);
  expect(await completed("show", "--colo")).toEqual(["--color", "--colormap"]);
  expect(await completed("show", "--stretch", "as")).toEqual(["asinh"]);
  expect(await completed("get", roman, "ro")).toEqual(["roman/"]);
  expect(await completed("get", roman, "roman/meta/ep")).toEqual(["roman/meta/ephemeris/"]);
  expect(await completed("edit", "--delete", "roman/d")).toEqual([]);
  expect(await completed("edit", roman, "--delete", "roman/da")).toEqual(["roman/data"]);
});

test("names of files are left to the shell, and nothing is read from a network", async () => {
  expect(await completed("info", "")).toEqual([]);
  expect(await completed("get", "tests/da")).toEqual([]);
  expect(await completed("get", "https://example.org/a.asdf", "ro")).toEqual([]);
  expect(await completed("get", "missing.asdf", "ro")).toEqual([]);
});

test.each(["bash", "zsh", "fish"])("the script of %s asks the command", async (shell) => {
  const { code, out } = await run("completion", shell);
  expect(code).toBe(0);
  expect(out).toContain("asdf-wasm completion --words --");
});

test("bash completes by its script", async () => {
  const { execFileSync } = await import("node:child_process");
  const script = `asdf-wasm() { '${process.execPath}' pkg/bin/asdf-wasm.js "$@"; }
source <(asdf-wasm completion bash)
COMP_WORDS=(asdf-wasm get ${roman} roman/meta/ep) COMP_CWORD=3
_asdf_wasm 2>/dev/null
echo "$COMPREPLY"`;
  const env = { ...process.env, ASDF_WASM_CONFIG: "" };
  expect(execFileSync("bash", ["-c", script], { cwd: root, encoding: "utf8", env }).trim()).toBe(
    "roman/meta/ephemeris/",
  );
});

test.each(["tcsh", "constructor"])("a shell that is not known is named: %s", async (shell) => {
  const { code, err } = await run("completion", shell);
  expect([code, err]).toEqual([2, "asdf-wasm completion: say which shell: bash, zsh, fish\n"]);
});

test("the manual page has every subcommand", async () => {
  const { out } = await run("man");
  for (const name of ["INFO", "CONVERT", "VIEW", "COMPLETION"]) {
    expect(out).toContain(`\n.SH ${name}\n`);
  }
  expect(out).toMatch(/^\.TH ASDF-WASM 1 "" "asdf-wasm \d+\.\d+\.\d+"\n\.SH NAME\nasdf-wasm \\- Looks/);
});
