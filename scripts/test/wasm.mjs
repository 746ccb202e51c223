/**
 * Runs the tests of the crate in a browser, compiled for WebAssembly: cargo gives each test binary to wasm-bindgen's test
 * runner, which opens it in the browser that it is given the driver of.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { attempt, root } from "../command/process.mjs";
import { requireChromium } from "../setup/browser.mjs";
import { requireWasmBindgen } from "../setup/setup.mjs";

/** The settings of webdriver.json for the Chromium that the other tests use. */
export async function chromiumCapabilities() {
  const settings = JSON.parse(readFileSync(join(root, "webdriver.json"), "utf8"));
  settings["goog:chromeOptions"].binary = await requireChromium();
  return settings;
}

/**
 * @param {string} driver whose file it is: several may run beside each other
 * @param {object} capabilities of a session, as the test runner reads them from a file
 */
function writeCapabilities(driver, capabilities) {
  const path = join(root, "target", "webdriver", `${driver}.json`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(capabilities));
  return path;
}

/**
 * Runs the tests in a browser that shows no window.
 *
 * @param {"chromedriver" | "geckodriver" | "safaridriver"} driver as the test runner calls it
 * @param {string} path of the driver
 * @param {{ capabilities?: object, env?: Record<string, string> }} [browser] what it needs
 */
export async function wasmTest(driver, path, { capabilities = {}, env = {} } = {}) {
  // The examples of the documentation have no tests for a browser: they run natively.
  return attempt(
    "cargo",
    ["test", "--no-fail-fast", "--target", "wasm32-unknown-unknown", "--lib", "--tests"],
    {
      background: true,
      env: {
        ...env,
        // Without debug information the modules are a fraction of the size and start faster.
        CARGO_PROFILE_DEV_DEBUG: "0",
        // By its name: cargo would cut a path at its spaces.
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: "wasm-bindgen-test-runner",
        PATH: [await requireWasmBindgen(), process.env["PATH"]].filter(Boolean).join(delimiter),
        WASM_BINDGEN_TEST_WEBDRIVER_JSON: writeCapabilities(driver, capabilities),
        [driver.toUpperCase()]: path,
      },
    },
  );
}
