/**
 * The stages of the tests, as a table. `npm test` runs those that a change
 * needs to be trusted; `npm run test:all` runs the slow ones (`slow`) too, and
 * CI the checks of `npm run lint` beside them.
 *
 * A stage of the lane `node` runs beside one of the lane `cargo`; within a lane
 * they run in the order of the table. Cargo's run in the background, so that the
 * browser's tests, which wait for a page to react, get the processor first.
 */
import { arch, platform } from "node:os";
import { join } from "node:path";
import { buildAll } from "../build/build.mjs";
import { root } from "../command/process.mjs";
import { writeDocs } from "../docs/docs.mjs";
import { checks } from "../lint/checks.mjs";
import { requireChromedriver } from "../setup/browser.mjs";
import { requestNginx } from "../setup/nginx.mjs";
import { requirePackages, requireTarget, requireWasmPack } from "../setup/setup.mjs";
import { cargoTest, vitest, wasmPackTest } from "./runners.mjs";

/** @typedef {import("./runners.mjs").Outcome} Outcome */

/**
 * @typedef {object} Stage
 * @property {string} name as `npm test -- NAME` selects it
 * @property {string} title
 * @property {import("../command/lanes.mjs").Lane} lane
 * @property {() => Promise<Outcome | string>} run a string says why it was skipped
 * @property {boolean} [built] whether it needs the built package and page
 * @property {boolean} [browser] whether it needs Chromium
 * @property {() => Promise<unknown>} [prepare] installs what the stage lacks, before any stage runs
 * @property {boolean} [slow] whether `npm test` leaves it to `npm run test:all`
 */

const narrow = "i686-unknown-linux-musl";

async function narrowTests() {
  if (platform() !== "linux" || arch() !== "x64") {
    return "skipped: it needs Linux on x86-64";
  }
  await requireTarget(narrow);
  return cargoTest(["--target", narrow, "--lib", "--tests"]);
}

async function netTests() {
  const nginx = await requestNginx();
  if (!nginx) {
    return "skipped: install nginx (on Debian: `apt-get install nginx-light` as root), or set NGINX to its path";
  }
  process.env["NGINX"] = nginx;
  return vitest("net");
}

async function docs() {
  await writeDocs();
  return { code: 0, passed: 0, failed: 0, output: "" };
}

/** @type {readonly Stage[]} */
export const stages = [
  { name: "rust", title: "Rust", lane: "cargo", run: () => cargoTest([]) },
  { name: "narrow", title: "Rust on a 32-bit host", lane: "cargo", run: narrowTests },
  {
    name: "reference",
    title: "Rust, reference codecs",
    lane: "cargo",
    slow: true,
    run: () => cargoTest(["--features", "reference-codecs"]),
  },
  {
    name: "wasm",
    title: "WebAssembly in Chromium",
    lane: "cargo",
    browser: true,
    prepare: async () => [await requireWasmPack(), await requireChromedriver()],
    run: wasmPackTest,
  },
  { name: "scripts", title: "The scripts", lane: "node", run: () => vitest("scripts") },
  { name: "js", title: "The package in Node", lane: "node", built: true, run: () => vitest("js") },
  {
    name: "pkg",
    title: "The package in consumers",
    lane: "node",
    built: true,
    browser: true,
    run: () => vitest("pkg"),
  },
  {
    name: "net",
    title: "The package and servers",
    lane: "node",
    built: true,
    browser: true,
    prepare: requestNginx,
    run: netTests,
  },
  {
    name: "e2e",
    title: "The page in Chromium",
    lane: "node",
    built: true,
    browser: true,
    run: () => vitest("e2e"),
  },
  {
    name: "consumers",
    title: "The package in bundlers",
    lane: "node",
    built: true,
    browser: true,
    slow: true,
    prepare: () => requirePackages(join(root, "tests", "consumers")),
    run: () => vitest("consumers"),
  },
  { name: "docs", title: "API reference", lane: "node", built: true, slow: true, run: docs },
];

/** The checks of `npm run lint` as stages; they count no tests. @type {readonly Stage[]} */
export const lintStages = checks.map(({ name, lane, run, built = false }) => ({
  name,
  title: `Lint: ${name}`,
  lane,
  built,
  run: async () => ({ ...(await run()), passed: 0, failed: 0 }),
}));

/** The build, before the stages of its lane that need it. @type {Stage} */
export const buildStage = {
  name: "build",
  title: "Build",
  lane: "node",
  run: async () => {
    await buildAll();
    return { code: 0, passed: 0, failed: 0, output: "" };
  },
};
