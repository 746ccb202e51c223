/** The licences of libraries that are bundled into a folder of the package. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Problem, root } from "../command/process.mjs";

/**
 * Adds the npm package of a bundled module, if it is one's.
 *
 * @param {string} id of the module
 * @param {Set<string>} packages
 */
export function packageOf(id, packages) {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
  if (name) {
    packages.add(name);
  }
}

/**
 * Writes THIRD-PARTY.md.
 *
 * @param {string} folder
 * @param {Iterable<string>} packages
 */
export function writeThirdParty(folder, packages) {
  const texts = [...packages].sort().map((name) => {
    const own = join(root, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
    const file = readdirSync(own).find((file) => /^licen[cs]e/i.test(file));
    // Of packages without such a file it is that of their repository.
    const path = file ? join(own, file) : join(import.meta.dirname, "licences", `${name}.txt`);
    if (!existsSync(path)) {
      throw new Problem(`The npm package ${name} is bundled and has no licence file.`);
    }
    return `## ${name} ${version} (${license})\n\n${readFileSync(path, "utf8").trim()}\n`;
  });
  const head = "# Third-party licences\n\nThe scripts in this folder contain these libraries.\n";
  writeFileSync(join(folder, "THIRD-PARTY.md"), [head, ...texts].join("\n"));
}
