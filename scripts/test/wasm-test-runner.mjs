/**
 * Cargo's runner for tests compiled to WebAssembly (see .cargo/config.toml):
 * wasm-bindgen's test runner prepares and serves the page, a headless Chromium
 * opens it, and what the page prints is printed here. No chromedriver is needed.
 *
 * Usage: node scripts/test/wasm-test-runner.mjs <test module> [arguments of the test runner]
 */
import { spawn } from "node:child_process";
import { main, Problem, root } from "../command/process.mjs";
import { launchBrowser } from "../setup/browser.mjs";
import { requireWasmBindgen, setup } from "../setup/setup.mjs";

const patience = 120_000;

/**
 * Opens the page of tests and prints its output until the result is there.
 *
 * @param {string} url
 */
async function runPage(url) {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(error.message));
    await page.goto(url);
    const result = "test result: ";
    const finished = page.waitForFunction(
      (text) => document.querySelector("#output")?.textContent.includes(text),
      result,
      { timeout: patience },
    );
    const timedOut = await finished.then(
      () => false,
      () => true,
    );
    const output = (await page.locator("#output").textContent()) ?? "";
    console.log(output.trimEnd());
    if (timedOut) {
      throw new Problem(`The tests in the browser did not finish within ${patience / 1000} seconds.`);
    }
    if (!output.includes(`${result}ok`)) {
      throw new Problem("A test in the browser failed.");
    }
  } finally {
    await browser.close();
  }
}

/**
 * Starts the server; answers its address, or nothing when the module has no tests and the runner just ends.
 *
 * @param {string} runner
 */
function startServer(runner) {
  const env = { ...process.env, NO_HEADLESS: "1", WASM_BINDGEN_TEST_ADDRESS: "127.0.0.1:0" };
  const server = spawn(runner, process.argv.slice(2), {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  /** @type {Promise<string | undefined>} */
  const address = new Promise((resolve, reject) => {
    let output = "";
    server.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      const url = /http:\/\/\S+/.exec(output)?.[0];
      if (url) {
        resolve(url);
      }
    });
    server.on("error", reject);
    server.on("close", (code) => {
      if (code) {
        reject(new Problem("wasm-bindgen's test runner failed.", output));
      } else {
        process.stdout.write(output);
        resolve(undefined);
      }
    });
  });
  return { server, address };
}

await main(async () => {
  await setup();
  const prefix = await requireWasmBindgen();
  const { server, address } = startServer(`${prefix}wasm-bindgen-test-runner`);
  try {
    const url = await address;
    if (url) {
      await runPage(url);
    }
  } finally {
    server.kill();
  }
});
