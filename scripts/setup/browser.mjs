/**
 * The Chromium of tests, benchmarks and pictures: an installed one, else Debian's package (as root), else Playwright's own
 * download. The environment variable CHROMIUM names a particular one. Tests prefer the headless shell, which is the same
 * engine without the windows and toolbars around pages, and takes two thirds of the time.
 */
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { announced, attempt, Problem, packageCommand } from "../command/process.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const shells = ["chromium-headless-shell", "chrome-headless-shell"];
const places = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** WebGL2 in software, no sandbox for root, who cannot have one, and no requests of Chromium's own. */
export const flags = [
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/**
 * Where these programs may be.
 *
 * @param {readonly string[]} programs
 */
export function onPath(programs) {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return programs.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** The path of a Chromium that starts, if there is one. */
async function findChromium() {
  const { chromium } = await import("playwright-core");
  return findStarting([
    process.env["CHROMIUM"] ?? "",
    ...onPath(names),
    ...places,
    chromium.executablePath(),
  ]);
}

/** @param {readonly string[]} candidates */
async function findStarting(candidates) {
  for (const path of candidates) {
    // Some distributions install a stub that only says how to get the browser.
    const windows = process.platform === "win32";
    if (existsSync(path) && (windows || (await attempt(path, ["--version"])).code === 0)) {
      return path;
    }
  }
  return undefined;
}

export function isDebian() {
  const release = "/etc/os-release";
  return existsSync(release) && /^ID=debian$/m.test(readFileSync(release, "utf8"));
}

/** Whether packages of Debian can be installed. */
export function isRootOfDebian() {
  return process.getuid?.() === 0 && isDebian();
}

/** @param {readonly string[]} names of packages of Debian */
export async function installPackages(...names) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await attempt("apt-get", ["update", "-q"], { env });
  await attempt("apt-get", ["install", "-q", "-y", "--no-install-recommends", ...names], { env });
}

async function installChromium() {
  if (isRootOfDebian()) {
    await installPackages("chromium");
    if (await findChromium()) {
      return;
    }
  }
  await attempt(process.execPath, [packageCommand("playwright-core"), "install", "chromium"]);
}

/** The path of a Chromium, installed first if there is none. */
export async function requireChromium() {
  const found = await findChromium();
  if (found) {
    return found;
  }
  await announced("Installing Chromium", installChromium);
  const installed = await findChromium();
  if (!installed) {
    throw new Problem(
      "No Chromium was found and none could be installed: install Chromium or Chrome (on Debian: `apt-get install chromium` as root), or set CHROMIUM to its path, then run the same command again.",
    );
  }
  return installed;
}

function findShell() {
  return findStarting([process.env["CHROMIUM"] ?? "", ...onPath(shells)]);
}

/** Installs what the tests drive: a Chromium and, as root on Debian, its headless shell. */
export async function requireTestBrowsers() {
  await requireChromium();
  if (isRootOfDebian() && !(await findShell())) {
    await announced("Installing the headless shell of Chromium", () =>
      installPackages("chromium-headless-shell"),
    );
  }
}

/** The path of the Chromium that tests drive: the headless shell where there is one. */
export async function findTestBrowser() {
  return (await findShell()) ?? requireChromium();
}

/**
 * Debian's Chromium draws pages on the GPU even where that is software; the processor alone draws them in half the
 * time. WebGL is not concerned.
 */
export const pagesOnProcessor = ["--disable-gpu-rasterization", "--disable-gpu-compositing"];

/** A headless Chromium that draws as users have it, for benchmarks and pictures; the caller closes it. */
export async function launchBrowser() {
  return launch(await requireChromium(), flags);
}

/** A headless Chromium for tests; the caller closes it. */
export async function launchTestBrowser() {
  return launch(await findTestBrowser(), [...flags, ...pagesOnProcessor]);
}

/** The same for tests that compare pictures of the page, whose letters the headless shell draws elsewhere. */
export async function launchPictureBrowser() {
  return launch(await requireChromium(), [...flags, ...pagesOnProcessor]);
}

/**
 * @param {string} executablePath
 * @param {readonly string[]} args
 */
async function launch(executablePath, args) {
  const { chromium } = await import("playwright-core");
  try {
    // A loaded machine needs longer than Playwright's half minute.
    return await chromium.launch({ executablePath, args: [...args], timeout: 120_000 });
  } catch (error) {
    throw new Problem(
      `${executablePath} does not start: install the libraries that it lacks (\`npx playwright-core install-deps chromium\` as root) or set CHROMIUM to another one.`,
      error instanceof Error ? error.message : "",
    );
  }
}
