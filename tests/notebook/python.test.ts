/** The Python modules by themselves: their tests, types and format. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { root } from "../../scripts/command/process.mjs";

const host = join(root, "hosts", "notebook");
const tests = join(import.meta.dirname, "python");
const config = join(host, "pyproject.toml");
/** What is packed into the wheel: the modules with the scripts. */
const built = join(root, "target", "hosts", "notebook");

/** Runs a module of Python in a folder; what it says if it fails. */
async function problems(cwd: string, ...args: string[]): Promise<string> {
  const python = join(process.env["PYTHON_BIN"] ?? "", "python");
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
  try {
    await promisify(execFile)(python, ["-m", ...args], { cwd, env });
    return "";
  } catch (cause) {
    const { stdout, stderr } = cause as { readonly stdout?: string; readonly stderr?: string };
    return `${stdout}${stderr}` || String(cause);
  }
}

test("the Python tests pass", async () => {
  expect(await problems(built, "pytest", "-q", "-p", "no:cacheprovider", tests)).toBe("");
});

test("the modules are strictly typed", async () => {
  const cache = join(root, "target", "mypy");
  expect(await problems(host, "mypy", "--config-file", config, "--cache-dir", cache, "asdf_viewer")).toBe("");
});

test("modules and tests are formatted, and ruff has no remarks", async () => {
  const options = ["--config", config, "--no-cache", host, tests];
  expect(await problems(host, "ruff", "format", "--check", ...options)).toBe("");
  expect(await problems(host, "ruff", "check", ...options)).toBe("");
});
