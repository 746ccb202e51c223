/**
 * The browsers of the stage `engines` and the drivers that they are driven by (W3C WebDriver): Chromium, Firefox ESR and
 * WebKitGTK's MiniBrowser. As root on Debian, what is missing is installed; geckodriver, which Debian does not have, is
 * built from its crate. Elsewhere one sentence says what to install.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { announced, Problem } from "../command/process.mjs";
import { findTestBrowser, installPackages, isRootOfDebian, onPath } from "./browser.mjs";
import { requireCargoTool } from "./setup.mjs";

/** @param {readonly string[]} names of programs, or whole paths */
function find(names) {
  const paths = names.flatMap((name) => (name.startsWith("/") ? [name] : onPath([name])));
  return paths.find((path) => existsSync(path));
}

/**
 * The paths of programs, installed first if one of them is missing.
 *
 * @param {string} what they are
 * @param {readonly (readonly string[])[]} programs each by the names that it may have
 * @param {readonly string[]} packages of Debian
 */
async function requirePrograms(what, programs, packages) {
  const missing = () => programs.some((names) => !find(names));
  if (missing() && isRootOfDebian()) {
    await announced(`Installing ${what}`, () => installPackages(...packages));
  }
  if (missing()) {
    throw new Problem(
      `${what} is missing: install it (on Debian: \`apt-get install ${packages.join(" ")}\` as root), then run the same command again.`,
    );
  }
  return programs.map((names) => find(names) ?? "");
}

/** The path of chromedriver. */
export async function requireChromedriver() {
  const [driver = ""] = await requirePrograms("chromedriver", [["chromedriver"]], ["chromium-driver"]);
  return driver;
}

/** Chromium and chromedriver. */
export async function requireChromiumDriver() {
  return { browser: await findTestBrowser(), driver: await requireChromedriver() };
}

/** Firefox and geckodriver. */
export async function requireFirefox() {
  const names = [process.env["FIREFOX"] ?? "firefox-esr", "firefox-esr", "firefox"];
  const [browser = ""] = await requirePrograms("Firefox", [names], ["firefox-esr"]);
  const built = await requireCargoTool("geckodriver", "0.37.1", { programs: ["geckodriver"], args: [] });
  return { browser, driver: `${built}geckodriver` };
}

/** WebKitGTK's small browser, its driver, and the X server that both draw on: they have no headless mode. */
export async function requireWebkit() {
  const folders = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map((name) => `/usr/lib/${name}/webkit2gtk-4.1`);
  const browsers = [
    ...folders.map((folder) => `${folder}/MiniBrowser`),
    "/usr/libexec/webkit2gtk-4.1/MiniBrowser",
  ];
  const [browser = "", driver = "", display = ""] = await requirePrograms(
    "WebKitGTK with its driver and Xvfb",
    [browsers, ["WebKitWebDriver"], ["Xvfb"]],
    ["webkit2gtk-driver", "xvfb"],
  );
  return { browser, driver, display };
}

/**
 * Starts an X server for programs that have no headless mode.
 *
 * @param {string} server its program
 */
export async function startDisplay(server) {
  const args = ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
  const process_ = spawn(server, args, { stdio: ["ignore", "pipe", "ignore"] });
  const [number] = await once(process_.stdout, "data");
  return { process: process_, name: `:${String(number).trim()}` };
}

/**
 * What WebKitGTK needs in its environment.
 *
 * @param {string} display
 * @returns {Record<string, string>}
 */
export function webkitEnvironment(display) {
  return {
    DISPLAY: display,
    LIBGL_ALWAYS_SOFTWARE: "1",
    NO_AT_BRIDGE: "1",
    // Pages are told the locale as their language: C, which a fresh machine has, is not a language, and lines are not drawn with it.
    LANGUAGE: "en",
    LANG: "en_US.UTF-8",
    // Root has no sandbox.
    ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } : {}),
  };
}

/** All of them, one after another: installers do not run side by side. */
export async function requireEngines() {
  await requireChromiumDriver();
  await requireFirefox();
  await requireWebkit();
}
