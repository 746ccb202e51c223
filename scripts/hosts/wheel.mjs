/**
 * Wheels, the packages that `pip` installs (PyPA specification "Binary distribution format"): an archive of files, of metadata, and
 * of a list with the hash of each. Made here, because building one with Python's tools needs Python and makes other bytes each time.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../command/process.mjs";
import { archive } from "./archive.mjs";

/**
 * @typedef {object} Wheel
 * @property {string} name as PyPI shows it
 * @property {string} version
 * @property {readonly (readonly [name: string, value: string])[]} metadata fields of "Core metadata" besides name and version
 * @property {string} readme Markdown, the page on PyPI
 * @property {import("./archive.mjs").Files} files Python modules by their paths in site-packages, and other files by paths under
 *   `dataFolder()`
 * @property {import("./archive.mjs").Files} [licences] by their names
 */

/** The name as in file names. @param {string} name */
const normalized = (name) => name.toLowerCase().replaceAll(/[-_.]+/g, "_");

/**
 * The folder of files that are installed relative to Python's prefix, such as `share/jupyter`.
 *
 * @param {string} name
 * @param {string} version
 */
export const dataFolder = (name, version) => `${normalized(name)}-${version}.data/data`;

/**
 * @param {Wheel} wheel
 * @returns {Promise<{ name: string, bytes: Uint8Array }>} with the name that a wheel's file must have
 */
export async function wheel({ name, version, metadata, readme, files, licences = new Map() }) {
  const stem = `${normalized(name)}-${version}`;
  const info = `${stem}.dist-info`;
  const text = (/** @type {readonly string[]} */ ...lines) => Buffer.from(`${lines.join("\n")}\n`);
  const fields = [
    ["Metadata-Version", "2.4"],
    ["Name", name],
    ["Version", version],
    ...metadata,
    ...Array.from(licences.keys(), (file) => ["License-File", file]),
    ["Description-Content-Type", "text/markdown"],
  ];
  const all = new Map([
    ...files,
    [`${info}/METADATA`, text(...fields.map(([key, value]) => `${key}: ${value}`), "", readme)],
    [
      `${info}/WHEEL`,
      text("Wheel-Version: 1.0", "Generator: asdf-wasm", "Root-Is-Purelib: true", "Tag: py3-none-any"),
    ],
    ...Array.from(
      licences,
      /** @returns {[string, Uint8Array]} */ ([file, bytes]) => [`${info}/licenses/${file}`, bytes],
    ),
  ]);
  const rows = Array.from(all, ([path, bytes]) => {
    const hash = createHash("sha256").update(bytes).digest("base64url");
    return `${quoted(path)},sha256=${hash},${bytes.length}`;
  });
  all.set(`${info}/RECORD`, text(...rows, `${info}/RECORD,,`));
  return { name: `${stem}-py3-none-any.whl`, bytes: await archive(all) };
}

/** The path as a field of CSV. @param {string} path */
const quoted = (path) => (/[",]/.test(path) ? `"${path.replaceAll('"', '""')}"` : path);

/**
 * Writes a wheel into `target/hosts`.
 *
 * @param {Wheel} content
 * @returns {Promise<string>} its path
 */
export async function writeWheel(content) {
  const { name, bytes } = await wheel(content);
  const folder = join(root, "target", "hosts");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}
