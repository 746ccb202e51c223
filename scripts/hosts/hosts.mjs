/** `npm run hosts`: builds the package, and from it the hosts that are packed into files of their own. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { buildLibrary } from "../build/build.mjs";
import { command } from "../command/command.mjs";
import { announced, Problem, root } from "../command/process.mjs";
import { HOSTS } from "./table.mjs";

/**
 * Builds one host from the built package.
 *
 * @param {string} wanted
 * @returns {Promise<string>} the path of its file
 */
export async function buildHost(wanted) {
  const host = HOSTS.find(({ name }) => name === wanted);
  if (!host) {
    throw new Problem(`There is no host "${wanted}".`);
  }
  const { version } = JSON.parse(readFileSync(join(root, "pkg", "package.json"), "utf8"));
  return announced(host.title, () => host.build(version));
}

if (process.argv[1] === import.meta.filename) {
  const names = HOSTS.map(({ name }) => name);
  await command(
    {
      name: "npm run hosts",
      help: "Builds the package and packs the hosts: all of them, or the named ones. The files are in target/hosts.",
      positionals: { name: "host", help: "pack only these", choices: names },
    },
    async ({ positionals }) => {
      await buildLibrary("release");
      for (const name of positionals.length > 0 ? positionals : names) {
        console.log(relative(root, await buildHost(name)));
      }
    },
  );
}
