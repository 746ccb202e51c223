/**
 * The stages of the tests, as a table. `npm test` runs those that a change
 * needs to be trusted; `npm run test:all` runs the slow ones (`slow`) too, and
 * CI the checks of `npm run lint` beside them.
 *
 * A stage of the lane `node` runs beside one of the lane `cargo`; within a lane
 * they run in the order of the table. Cargo's run in the background, so that the
 * browser's tests, which wait for a page to react, get the processor first.
 */
import { join } from "node:path";
import { buildAll } from "../build/build.mjs";
import { root, run } from "../command/process.mjs";
import { writeDocs } from "../docs/docs.mjs";
import { buildHost } from "../hosts/hosts.mjs";
import { checks } from "../lint/checks.mjs";
import { requestCodeServer } from "../setup/code-server.mjs";
import { requireChromedriver, requireEngines, requireFirefox, requireWebkit } from "../setup/engines.mjs";
import { requestNginx } from "../setup/nginx.mjs";
import { requestPython } from "../setup/python.mjs";
import { requirePackages } from "../setup/setup.mjs";
import { cargoTest, chromiumTest, firefoxTest, vitest, webkitTest } from "./runners.mjs";

/** @typedef {import("./runners.mjs").Outcome} Outcome */

/**
 * @typedef {object} Stage
 * @property {string} name as `npm test -- NAME` selects it
 * @property {string} title
 * @property {import("../command/lanes.mjs").Lane} lane
 * @property {() => Promise<Outcome | string>} run a string says why it was skipped
 * @property {boolean} [built] whether it needs the built package and page
 * @property {boolean} [browser] whether it needs Chromium
 * @property {() => Promise<unknown>} [prepare] installs what the stage lacks, while stages before it run
 * @property {boolean} [slow] whether `npm test` leaves it to `npm run test:all`
 */

/**
 * A browser, an editor or a bundler is another program under load: once in some thousands of tests it loses a key or a connection.
 * On CI such a test is tried twice, as is usual there; here, where someone watches, a failure is seen at once.
 */
const driven = { tries: process.env["CI"] ? 2 : 1 };

async function netTests() {
  const nginx = await requestNginx();
  if (!nginx) {
    return "skipped: install nginx (on Debian: `apt-get install nginx-light` as root), or set NGINX to its path";
  }
  process.env["NGINX"] = nginx;
  return vitest("net", driven);
}

/** What the tests in a folder need of Python. @param {string} folder */
const python = (folder) => requestPython(folder, join(root, "tests", folder, "requirements.txt"));

/** The tests of a host in the program that it extends: JupyterLab, which other notebooks need as well. @param {string} host */
async function hostTests(host) {
  const { bin, missing } = await python("notebook");
  if (missing !== undefined) {
    return `skipped: ${missing}`;
  }
  // Once for all files of tests, which run side by side.
  const options = ["--disable-pip-version-check", "--quiet", "--no-index", "--no-deps", "--force-reinstall"];
  await run(join(bin, "python"), ["-m", "pip", "install", ...options, await buildHost(host)], {
    problem: "pip does not install what was built.",
  });
  process.env["PYTHON_BIN"] = bin;
  return vitest(host, driven);
}

/** Reference files, read by zarr and xarray. */
async function referencesTests() {
  const { bin, missing } = await python("references");
  if (missing !== undefined) {
    return `skipped: ${missing}`;
  }
  process.env["PYTHON_BIN"] = bin;
  return vitest("references");
}

async function enginesTests() {
  await requireEngines();
  return vitest("engines", driven);
}

async function vscodeTests() {
  if (!(await requestCodeServer())) {
    return "skipped: code-server could not be installed from npm; check the network connection";
  }
  process.env["HOST_FILE"] = await buildHost("vscode");
  return vitest("vscode", driven);
}

async function docs() {
  await writeDocs();
  return { code: 0, passed: 0, failed: 0, output: "" };
}

/** @type {readonly Stage[]} */
export const stages = [
  { name: "rust", title: "Rust", lane: "cargo", run: () => cargoTest(["--features", "ndarray,serde"]) },
  {
    name: "reference",
    title: "Rust, reference codecs",
    lane: "cargo",
    slow: true,
    // Only what is decoded is another: `codec::tests` has streams of other programs for every decoder.
    run: () => cargoTest(["--features", "reference-codecs", "--lib", "--", "codec::tests", "codec::chain"]),
  },
  {
    name: "wasm",
    title: "WebAssembly in Chromium",
    lane: "cargo",
    browser: true,
    prepare: requireChromedriver,
    run: chromiumTest,
  },
  {
    name: "wasm-firefox",
    title: "WebAssembly in Firefox",
    lane: "cargo",
    slow: true,
    prepare: requireFirefox,
    run: firefoxTest,
  },
  {
    name: "wasm-webkit",
    title: "WebAssembly in WebKit",
    lane: "cargo",
    slow: true,
    prepare: requireWebkit,
    run: webkitTest,
  },
  { name: "scripts", title: "The scripts", lane: "node", run: () => vitest("scripts") },
  { name: "hosts", title: "Parts of the hosts", lane: "node", built: true, run: () => vitest("hosts") },
  { name: "js", title: "The package in Node", lane: "node", built: true, run: () => vitest("js") },
  { name: "viewer", title: "The viewer in Node", lane: "node", built: true, run: () => vitest("viewer") },
  { name: "cli", title: "The command line", lane: "node", built: true, run: () => vitest("cli") },
  {
    name: "pkg",
    title: "The package in consumers",
    lane: "node",
    built: true,
    browser: true,
    run: () => vitest("pkg", driven),
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
    run: () => vitest("e2e", driven),
  },
  {
    name: "engines",
    title: "Three browser engines",
    lane: "node",
    built: true,
    browser: true,
    slow: true,
    prepare: requireEngines,
    run: enginesTests,
  },
  {
    name: "consumers",
    title: "The package in bundlers",
    lane: "node",
    built: true,
    browser: true,
    slow: true,
    // Bun puts its program into place by a script.
    prepare: () => requirePackages(join(root, "tests", "consumers"), ["bun"]),
    run: () => vitest("consumers", driven),
  },
  {
    name: "references",
    title: "Reference files in Python",
    lane: "node",
    built: true,
    slow: true,
    prepare: () => python("references"),
    run: referencesTests,
  },
  {
    name: "jupyterlab",
    title: "The extension of JupyterLab",
    lane: "node",
    built: true,
    browser: true,
    slow: true,
    prepare: () => python("notebook"),
    run: () => hostTests("jupyterlab"),
  },
  {
    name: "notebook",
    title: "The widget of notebooks",
    lane: "node",
    built: true,
    browser: true,
    slow: true,
    prepare: () => python("notebook"),
    run: () => hostTests("notebook"),
  },
  {
    name: "vscode",
    title: "The extension for VS Code",
    lane: "node",
    built: true,
    browser: true,
    slow: true,
    prepare: requestCodeServer,
    run: vscodeTests,
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

/**
 * The build, before the stages of its lane that need it.
 *
 * @param {import("../build/modules.mjs").Profile} profile
 * @returns {Stage}
 */
export const buildStage = (profile) => ({
  name: "build",
  title: "Build",
  lane: "node",
  run: async () => {
    await buildAll(profile);
    return { code: 0, passed: 0, failed: 0, output: "" };
  },
});
