/**
 * Builds the Python package `asdf-viewer`, a wheel: its modules, and the viewer's scripts, which the kernel sends to the page. Each script is
 * one file, because a notebook serves none: what the page loads has nothing to import.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { moduleFiles } from "../build/modules.mjs";
import { hashOf } from "../build/stamp.mjs";
import { Problem, root } from "../command/process.mjs";
import { pkg, SCHEMA_LICENCES, schemaFiles, withoutAddresses } from "./addresses.mjs";
import { filesIn } from "./archive.mjs";
import { writeWheel } from "./wheel.mjs";

const host = join(root, "hosts", "notebook");
/** The package as it is installed; its folder can also be in `PYTHONPATH`. */
const modules = join(root, "target", "hosts", "notebook", "asdf_viewer");
const folder = join(modules, "static");

/**
 * @param {string} name of the script, and of its source
 * @param {string} build
 * @returns {Promise<string>} the script
 */
async function bundled(name, build) {
  const { build: run } = await import("vite");
  try {
    const result = await run({
      root: host,
      configFile: false,
      publicDir: false,
      logLevel: "warn",
      define: { BUILD: JSON.stringify(build), "process.env.NODE_ENV": '"production"' },
      resolve: {
        alias: [{ find: /^(asdf-wasm|\.\.\/(index|static)\.js)$/, replacement: join(pkg, "slim.js") }],
      },
      plugins: [withoutAddresses],
      build: {
        write: false,
        minify: true,
        target: ["es2023", "chrome123", "firefox121", "safari17.5"],
        lib: { entry: join(host, "src", `${name}.ts`), formats: ["es"] },
        rolldownOptions: {
          checks: { pluginTimings: false },
          output: { entryFileNames: `${name}.js`, codeSplitting: false, minify: true },
        },
      },
    });
    const [chunk, ...others] = [result].flat().flatMap((each) => ("output" in each ? each.output : []));
    if (chunk?.type !== "chunk" || others.length > 0 || /\bimport\.meta\b|(^|;)import\b/m.test(chunk.code)) {
      throw new Problem(`${name}.js of the notebook is not one script that needs no other.`);
    }
    return chunk.code;
  } catch (error) {
    if (error instanceof Problem) {
      throw error;
    }
    const output = error instanceof Error ? error.message : String(error);
    throw new Problem("The scripts of the notebook do not build: see vite's message above.", output);
  }
}

/** Puts the Python modules and the scripts together. @param {string} version */
export async function assemble(version) {
  const build = `${version} ${hashOf([join(host, "src"), pkg]).slice(0, 16)}`;
  rmSync(modules, { recursive: true, force: true });
  for (const [path, bytes] of filesIn(join(host, "asdf_viewer"))) {
    if (!path.includes("__pycache__")) {
      mkdirSync(dirname(join(modules, path)), { recursive: true });
      writeFileSync(join(modules, path), bytes);
    }
  }
  mkdirSync(folder);
  writeFileSync(join(folder, "widget.js"), await bundled("widget", build));
  const sent = new Map();
  for (const name of ["viewer", "worker"]) {
    sent.set(`${name}.js`, Buffer.from(await bundled(name, build)));
  }
  for (const name of [...moduleFiles, ...schemaFiles()]) {
    sent.set(name, readFileSync(join(pkg, name)));
  }
  for (const [name, bytes] of sent) {
    // Without a time in it, so that the same script makes the same bytes.
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
  copyFileSync(join(pkg, "viewer", "THIRD-PARTY.md"), join(folder, "THIRD-PARTY.md"));
  copyFileSync(join(pkg, SCHEMA_LICENCES), join(folder, SCHEMA_LICENCES));
}

/**
 * @param {string} version of the package
 * @returns {Promise<string>} the path of the wheel
 */
export async function buildNotebook(version) {
  await assemble(version);
  const about = readFileSync(join(host, "pyproject.toml"), "utf8");
  const field = (/** @type {string} */ name) => {
    const found = new RegExp(`^${name} = (.+)$`, "m").exec(about)?.[1];
    if (found === undefined) {
      throw new Problem(`hosts/notebook/pyproject.toml has no "${name}".`);
    }
    return found;
  };
  const list = (/** @type {string} */ text) => [...text.matchAll(/"([^"]+)"/g)].map(([, item = ""]) => item);
  const classifiers = /classifiers = \[([^\]]+)\]/.exec(about)?.[1] ?? "";
  return writeWheel({
    name: JSON.parse(field("name")),
    version,
    metadata: [
      ["Summary", JSON.parse(field("description"))],
      ["Project-URL", `Repository, ${list(field("urls"))[0]}`],
      ["License-Expression", JSON.parse(field("license"))],
      ["Keywords", list(field("keywords")).join(",")],
      ...list(classifiers).map((text) => /** @type {const} */ (["Classifier", text])),
      ["Requires-Python", JSON.parse(field("requires-python"))],
      ...list(field("dependencies")).map((text) => /** @type {const} */ (["Requires-Dist", text])),
    ],
    readme: readFileSync(join(host, "README.md"), "utf8"),
    files: filesIn(modules, "asdf_viewer"),
    licences: new Map(
      ["LICENSE-MIT", "LICENSE-APACHE"].map((name) => [name, readFileSync(join(root, name))]),
    ),
  });
}
