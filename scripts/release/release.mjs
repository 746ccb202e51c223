/**
 * `npm run release -- VERSION`: gives crate and package a new version, turns the
 * unreleased part of the changelog into a section of its own, tries to pack both,
 * and commits and tags the result. It publishes nothing. When packing fails, or
 * with `--dry-run`, the files are put back.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildLibrary } from "../build/build.mjs";
import { command } from "../command/command.mjs";
import { announced, npmCommand, Problem, root, run } from "../command/process.mjs";
import { crateVersion, nextVersion, withRelease, withVersion } from "./versions.mjs";

/**
 * @param {string} folder of the repository
 * @param {string} wanted
 * @param {{ dryRun: boolean, date: string, pack: () => Promise<void> }} options
 * @returns {Promise<string>} the version
 */
export async function release(folder, wanted, { dryRun, date, pack }) {
  const git = (/** @type {string[]} */ ...args) =>
    run("git", args, { cwd: folder, problem: `\`git ${args[0]}\` failed: see its message above.` });
  if ((await git("status", "--porcelain")).trim() !== "") {
    throw new Problem(
      "There are uncommitted changes: commit or stash them, then run the same command again.",
    );
  }
  const text = (/** @type {string} */ name) => readFileSync(join(folder, name), "utf8");
  const version = nextVersion(crateVersion(text("Cargo.toml")), wanted);
  const locks = (await git("ls-files", "*Cargo.lock")).trim().split("\n");
  const changed = ["Cargo.toml", ...locks].map((name) => ({ name, now: withVersion(text(name), version) }));
  changed.push({ name: "CHANGELOG.md", now: withRelease(text("CHANGELOG.md"), version, date) });
  const names = changed.map(({ name }) => name);

  let keep = false;
  try {
    for (const { name, now } of changed) {
      writeFileSync(join(folder, name), now);
    }
    await pack();
    keep = !dryRun;
  } finally {
    if (!keep) {
      await git("checkout", "--", ...names);
    }
  }
  if (keep) {
    await git("commit", "--quiet", "--message", `Release ${version}`, "--", ...names);
    await git("tag", "--annotate", `v${version}`, "--message", `Release ${version}`);
  }
  return version;
}

/** Builds the package and packs it and the crate, as publishing would. */
async function packBoth() {
  await buildLibrary("release");
  const npm = npmCommand("pack", "--dry-run");
  const listed = await announced("Packing the package", () =>
    run(npm.program, npm.args, { cwd: join(root, "pkg"), problem: "npm cannot pack the package." }),
  );
  console.log(`The package: ${listed.trim()}`);
  // The version is not committed yet. Cargo compiles the crate as packed, in a folder of its own.
  const options = [
    "package",
    "--quiet",
    "--allow-dirty",
    "--target-dir",
    join(root, "target", "package-check"),
  ];
  await announced("Packing and compiling the crate", () =>
    run("cargo", options, { problem: "cargo cannot package the crate: see its message above." }),
  );
}

if (process.argv[1] === import.meta.filename) {
  await command(
    {
      name: "npm run release",
      help: "Gives crate and package a version, dates the changelog, packs both, commits and tags; publishes nothing.",
      positionals: { name: "VERSION", help: "such as 1.2.3, or patch, minor or major", max: 1 },
      options: { "dry-run": { help: "only try: put the files back, and commit nothing" } },
    },
    async ({ positionals: [wanted], flags }) => {
      if (wanted === undefined) {
        throw new Problem("Which version? `npm run release -- patch`, minor, major, or one such as 1.2.3.");
      }
      const dryRun = flags.has("dry-run");
      const date = new Date().toISOString().slice(0, 10);
      const version = await release(root, wanted, { dryRun, date, pack: packBoth });
      console.log(
        dryRun
          ? `${version} can be released; nothing was changed.`
          : `${version} is committed and tagged. To publish it: \`git push --follow-tags\`, which has CI publish the package with its provenance, and \`cargo publish\`.`,
      );
    },
  );
}
