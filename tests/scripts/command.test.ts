/** Every `npm run …` answers `--help`, and refuses a wrong argument with one sentence. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseArguments, type Usage } from "../../scripts/command/command.mjs";
import { attempt, root } from "../../scripts/command/process.mjs";

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

/** Runs an npm script as npm does, without npm's own start. */
function runScript(line: string, args: string[], cwd = root) {
  const [program = "", ...words] = line.split(" ");
  expect(program).toBe("node");
  return attempt(process.execPath, [...words, ...args], { cwd });
}

test.for(Object.entries(scripts))("npm run %s -- --help", async ([, line]) => {
  const { code, output } = await runScript(line, ["--help"]);
  expect(code, output).toBe(0);
  expect(output).toMatch(/^npm .* --/);
  expect(output).toMatch(/^ {2}-h, --help +shows this text$/m);
});

test.for(Object.entries(scripts))("npm run %s -- --no-such-option", async ([, line]) => {
  const { code, output } = await runScript(line, ["--no-such-option"]);
  expect(code).toBe(1);
  expect(output).toMatch(/^Unknown option '--no-such-option'\. `npm .* -- --help` says more\.\n$/);
});

test("a clone without npm packages answers --help too", async ({ onTestFinished }) => {
  const clone = mkdtempSync(join(tmpdir(), "asdf-wasm-clone-"));
  onTestFinished(() => rmSync(clone, { recursive: true }));
  for (const name of ["scripts", "benches", "fuzz/src/lib.rs", "package.json"]) {
    const filter = (path: string) => !/node_modules|benches.data/.test(path);
    cpSync(join(root, name), join(clone, name), { recursive: true, filter });
  }
  for (const line of Object.values(scripts)) {
    const { code, output } = await runScript(line, ["--help"], clone);
    expect(code, output).toBe(0);
  }
});

const usage: Usage = {
  name: "npm run cook",
  help: "Cooks.",
  positionals: { name: "dish", help: "what to cook", choices: ["soup", "rice"] },
  options: {
    minutes: { value: "N", help: "for how long", fallback: "5", whole: true },
    salt: { help: "with salt", short: "s" },
  },
};

test("arguments as the usage declares them", () => {
  expect(parseArguments(usage, [])).toEqual({ positionals: [], values: { minutes: "5" }, flags: new Set() });
  expect(parseArguments(usage, ["rice", "--minutes=12", "-s"])).toEqual({
    positionals: ["rice"],
    values: { minutes: "12" },
    flags: new Set(["salt"]),
  });
});

test("--help lists what the usage declares", () => {
  expect(parseArguments(usage, ["soup", "--help"])).toBe(
    [
      "npm run cook -- [dish…] [options]",
      "",
      "Cooks.",
      "",
      "  dish         what to cook: soup, rice",
      "  --minutes N  for how long (5)",
      "  -s, --salt   with salt",
      "  -h, --help   shows this text",
    ].join("\n"),
  );
});

test.for([
  [["fish"], 'There is no dish "fish": choose from soup, rice.'],
  [["--minutes", "soon"], '`--minutes` takes a whole number, and "soon" is not one.'],
  [["--minutes", "0"], '`--minutes` takes a whole number, and "0" is not one.'],
  [["--minutes"], "Option '--minutes <value>' argument missing."],
  [["--minutes", "--salt"], "Option '--minutes' argument is ambiguous."],
  [["--salt=much"], "Option '-s, --salt' does not take an argument."],
  [["--pepper"], "Unknown option '--pepper'."],
] as const)("a wrong argument: %j", ([args, sentence]) => {
  expect(() => parseArguments(usage, [...args])).toThrow(`${sentence} \`npm run cook -- --help\` says more.`);
});

test("more arguments than the command takes", () => {
  const none: Usage = { name: "npm run rest", help: "Rests." };
  expect(() => parseArguments(none, ["now"])).toThrow(
    '`npm run rest` takes no arguments: "now" is too many. `npm run rest -- --help` says more.',
  );
  const one: Usage = { ...none, positionals: { name: "PLACE", help: "where", max: 1 } };
  expect(() => parseArguments(one, ["here", "there"])).toThrow("takes one PLACE");
});
