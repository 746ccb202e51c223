/**
 * `npm run coverage`: which lines the tests run, area by area, written to docs/coverage.md: lines of the crate natively, by LLVM, and
 * lines of the TypeScript in Node, by V8. What runs in browsers, in the programs of the hosts and in processes of its own is not counted.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join, relative, resolve, sep } from "node:path";
import { buildAll } from "../build/build.mjs";
import { command } from "../command/command.mjs";
import { announced, packageCommand, root, run } from "../command/process.mjs";
import { requireCargoTool } from "../setup/setup.mjs";

const folder = join(root, "target", "coverage");
const problem = "A test failed, or the coverage could not be measured: see above.";

/** @typedef {{ covered: number, count: number }} Lines */

/** The lines of each file of the crate. @returns {Promise<Map<string, Lines>>} */
async function rustLines() {
  await run("rustup", ["component", "add", "llvm-tools"], { problem });
  const programs = ["cargo-llvm-cov"];
  const bin = await requireCargoTool("cargo-llvm-cov", "0.9.1", { programs, args: [] });
  const env = { PATH: `${resolve(bin)}${delimiter}${process.env["PATH"]}` };
  const path = join(folder, "rust.json");
  await run("cargo", ["llvm-cov", "--json", "--summary-only", "--output-path", path], { env, problem });
  /** @type {{ data: { files: { filename: string, summary: { lines: Lines } }[] }[] }} */
  const { data } = JSON.parse(readFileSync(path, "utf8"));
  return new Map(
    data.flatMap(({ files }) => files.map(({ filename, summary }) => [filename, summary.lines])),
  );
}

/** The lines of each file of TypeScript that runs in Node; of the package, the lines of the built files. @returns {Promise<Map<string, Lines>>} */
async function nodeLines() {
  const measured = ["pkg/**/*.js", "science/**/*.ts", "www/src/viewer/{worker,state,regions,chart}/**/*.ts"];
  const built = ["pkg/viewer/**", "pkg/bin/**", "pkg/asdf_wasm*"];
  await run(
    process.execPath,
    [
      ...[
        packageCommand("vitest"),
        "run",
        ...["js", "viewer", "cli", "hosts"].map((stage) => `tests/${stage}/`),
      ],
      ...[
        "--coverage.enabled",
        "--coverage.provider=v8",
        "--coverage.reporter=json-summary",
        `--coverage.reportsDirectory=${folder}`,
      ],
      ...measured.map((pattern) => `--coverage.include=${pattern}`),
      ...built.map((pattern) => `--coverage.exclude=${pattern}`),
    ],
    { problem },
  );
  /** @type {Record<string, { lines: { covered: number, total: number } }>} */
  const files = JSON.parse(readFileSync(join(folder, "coverage-summary.json"), "utf8"));
  const { total: _, ...each } = files;
  return new Map(
    Object.entries(each).map(([path, { lines }]) => [path, { covered: lines.covered, count: lines.total }]),
  );
}

/**
 * The rows of a table: the lines of the files added up by folder.
 *
 * @param {Map<string, Lines>} files
 */
function rows(files) {
  /** @type {Map<string, Lines>} */
  const areas = new Map();
  for (const [path, { covered, count }] of files) {
    const parts = relative(root, path).split(sep);
    const depth = parts[0] === "www" ? 4 : 2;
    const area = parts.slice(0, Math.min(depth, parts.length - 1)).join("/");
    const sum = areas.get(area) ?? { covered: 0, count: 0 };
    areas.set(area, { covered: sum.covered + covered, count: sum.count + count });
  }
  return [...areas]
    .sort()
    .map(
      ([area, { covered, count }]) => `| \`${area}\` | ${count} | ${Math.round((100 * covered) / count)} % |`,
    );
}

await command(
  {
    name: "npm run coverage",
    help: "Measures which lines the tests of Rust and those in Node run, and writes docs/coverage.md.",
  },
  async () => {
    await buildAll("quick");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const rust = await announced("Running the tests of Rust", rustLines);
    const node = await announced("Running the tests in Node", nodeLines);
    const text = [
      "# What the tests run",
      "Lines of code that tests run, measured by `npm run coverage`: of the crate natively, of the package, the science and the logic of the viewer in Node. Not counted: what runs in browsers (`tests/e2e`, `tests/engines`, the crate's tests in WebAssembly), in the programs that the hosts extend, and in processes of its own (the command, workers). So the viewer's views are not listed, and `src/js`, which binds the crate to JavaScript, is tested by the package alone. `pkg/analysis` is the science as the package has it: what tests use by these entries alone, such as `science/matching`, is counted there.",
      ["| area | lines | run by tests |", "|---|---:|---:|", ...rows(rust), ...rows(node)].join("\n"),
    ];
    writeFileSync(join(root, "docs", "coverage.md"), `${text.join("\n\n")}\n`);
  },
);
