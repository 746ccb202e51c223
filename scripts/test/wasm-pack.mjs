/**
 * Runs wasm-pack with the tools of this repository on the PATH: wasm-bindgen of
 * the crate's version, its test runner, wasm-opt and chromedriver. wasm-pack
 * downloads those that it does not find, which fails without a network.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { attempt, root } from "../command/process.mjs";
import { requireChromedriver, requireChromium } from "../setup/browser.mjs";
import { requireWasmBindgen, requireWasmPack } from "../setup/setup.mjs";

/** The settings of webdriver.json for the Chromium that the other tests use. */
async function chromiumCapabilities() {
  const settings = JSON.parse(readFileSync(join(root, "webdriver.json"), "utf8"));
  settings["goog:chromeOptions"].binary = await requireChromium();
  return settings;
}

/**
 * @param {string} browser whose file it is: several may run beside each other
 * @param {object} capabilities of a session, as the test runner reads them from a file
 */
function writeCapabilities(browser, capabilities) {
  const path = join(root, "target", "webdriver", `${browser}.json`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(capabilities));
  return path;
}

/**
 * Runs the tests in a browser that shows no window.
 *
 * @param {"chrome" | "firefox" | "safari"} browser as wasm-pack calls it
 * @param {import("../command/process.mjs").RunOptions} [options]
 * @param {{ args?: readonly string[], capabilities?: object }} [of] the browser; Chromium's capabilities by default
 */
export async function wasmPackTest(browser, options = {}, { args = [], capabilities } = {}) {
  const [wasmPack, wasmBindgen] = [await requireWasmPack(), await requireWasmBindgen()];
  await requireChromedriver();
  const folders = wasmBindgen === "" ? [] : [resolve(wasmBindgen)];
  const env = {
    ...options.env,
    PATH: [...folders, join(root, "node_modules", ".bin"), process.env["PATH"]].join(delimiter),
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: writeCapabilities(
      browser,
      capabilities ?? (await chromiumCapabilities()),
    ),
  };
  return attempt(`${wasmPack}wasm-pack`, ["test", "--headless", `--${browser}`, ...args], {
    ...options,
    env,
  });
}
