/**
 * Virtual environments of Python with the packages of a `requirements.txt`, for tests of what runs beside Python. They are made where
 * Python and a network are; elsewhere a sentence says what is missing, and the tests that need them are skipped.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { announced, attempt, root } from "../command/process.mjs";

/** The oldest Python that is tried. */
const OLDEST = 10;

/** The version from which on there is all that tests would use. */
const WISHED = 12;

/** The first of the usual commands of Python that is as new as wished, or else new enough. */
async function findPython() {
  const managed = await attempt("pyenv", ["prefix", `3.${WISHED}`]);
  const others = managed.code === 0 ? [join(managed.stdout.trim(), "bin", "python")] : [];
  let enough;
  for (const name of [process.env["PYTHON"] ?? "", "python3", "python", `python3.${WISHED}`, ...others]) {
    const found = name === "" ? undefined : await attempt(name, ["--version"]);
    const minor = /^Python 3\.(\d+)/.exec(found?.stdout ?? "")?.[1];
    if (found?.code === 0 && Number(minor) >= WISHED) {
      return name;
    }
    enough ??= found?.code === 0 && Number(minor) >= OLDEST ? name : undefined;
  }
  return enough;
}

/**
 * The folder of the programs of an environment, made if it is missing or its requirements changed; or, in `missing`, why there is none.
 *
 * @param {string} name of the environment
 * @param {string} requirements path of the file
 * @returns {Promise<{ bin: string, missing?: undefined } | { bin?: undefined, missing: string }>}
 */
export async function requestPython(name, requirements) {
  const folder = join(root, "target", "python", name);
  const bin = join(folder, process.platform === "win32" ? "Scripts" : "bin");
  const stamp = join(folder, "requirements");
  const wanted = createHash("sha256").update(readFileSync(requirements)).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) {
    return { bin };
  }
  const python = await findPython();
  if (python === undefined) {
    return { missing: `install Python 3.${OLDEST} or newer, or set PYTHON to its path` };
  }
  return announced(`Installing Python packages for ${name}, once: about a minute`, async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, ".."), { recursive: true });
    const made = await attempt(python, ["-m", "venv", folder]);
    if (made.code !== 0) {
      return {
        missing: `${python} cannot make virtual environments: on Debian, install python3-venv as root`,
      };
    }
    // Few of the modules are imported: these are compiled then.
    const options = ["--no-compile", "--disable-pip-version-check", "--quiet", "--requirement", requirements];
    const installed = await attempt(join(bin, "python"), ["-m", "pip", "install", ...options]);
    if (installed.code !== 0) {
      const log = join("target", "setup.log");
      writeFileSync(join(root, log), installed.output);
      return { missing: `pip could not install ${requirements}: see ${log}` };
    }
    writeFileSync(stamp, wanted);
    return { bin };
  });
}
