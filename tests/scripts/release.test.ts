/** A release on a temporary clone of this repository, and what it does to versions and to the changelog. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, describe, expect } from "vitest";
import { root, run } from "../../scripts/command/process.mjs";
import { release } from "../../scripts/release/release.mjs";
import { nextVersion, withRelease } from "../../scripts/release/versions.mjs";

const git = (folder: string, ...args: string[]) =>
  run("git", args, { cwd: folder, problem: `git ${args[0]} failed` });

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what is needed.
const test = base.extend("clone", async ({}, { onCleanup }) => {
  const folder = mkdtempSync(join(tmpdir(), "asdf-wasm-release-"));
  onCleanup(() => rmSync(folder, { recursive: true }));
  await git(root, "clone", "--quiet", "--depth=1", `file://${root}`, folder);
  await git(folder, "config", "user.name", "Test");
  await git(folder, "config", "user.email", "test@example.org");
  writeFileSync(join(folder, "CHANGELOG.md"), CHANGELOG);
  await git(folder, "commit", "--quiet", "--message", "Describe a change", "--", "CHANGELOG.md");
  return folder;
});

const CHANGELOG =
  "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A change.\n\n## [0.0.1] - 2020-01-01\n\n- The first.\n";
const RELEASED = CHANGELOG.replace("## [Unreleased]\n", "## [Unreleased]\n\n## [7.8.9] - 2026-01-31\n");
const options = { date: "2026-01-31", dryRun: false, pack: async () => {} };
const text = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");

test("it has one version everywhere, a dated section in the changelog, a commit and a tag", async ({
  clone,
}) => {
  let packed = "";
  const pack = async () => {
    packed = text(clone, "Cargo.toml");
  };
  expect(await release(clone, "7.8.9", { ...options, pack })).toBe("7.8.9");
  expect(packed).toContain('name = "asdf-wasm"\nversion = "7.8.9"\n');
  for (const file of ["Cargo.toml", "Cargo.lock", "fuzz/Cargo.lock"]) {
    expect(text(clone, file)).toContain('name = "asdf-wasm"\nversion = "7.8.9"\n');
  }
  expect(text(clone, "CHANGELOG.md")).toBe(RELEASED);
  expect(await git(clone, "log", "-1", "--format=%s %D")).toMatch(/^Release 7\.8\.9 .*tag: v7\.8\.9/);
  expect(await git(clone, "status", "--porcelain")).toBe("");
});

test("a dry run changes nothing", async ({ clone }) => {
  const before = await git(clone, "rev-parse", "HEAD");
  expect(await release(clone, "7.8.9", { ...options, dryRun: true })).toBe("7.8.9");
  expect(await git(clone, "rev-parse", "HEAD")).toBe(before);
  expect(await git(clone, "tag")).toBe("");
  expect(await git(clone, "status", "--porcelain")).toBe("");
});

test("what cannot be packed is not released", async ({ clone }) => {
  const pack = () => Promise.reject(new Error("too big"));
  await expect(release(clone, "7.8.9", { ...options, pack })).rejects.toThrow("too big");
  expect(await git(clone, "tag")).toBe("");
  expect(await git(clone, "status", "--porcelain")).toBe("");
});

test("uncommitted changes are refused", async ({ clone }) => {
  appendFileSync(join(clone, "README.md"), "\nMore.\n");
  await expect(release(clone, "7.8.9", options)).rejects.toThrow("uncommitted changes");
  expect(text(clone, "CHANGELOG.md")).toBe(CHANGELOG);
});

describe("the next version", () => {
  test.for([
    ["patch", "1.2.4"],
    ["minor", "1.3.0"],
    ["major", "2.0.0"],
    ["1.10.0", "1.10.0"],
  ] as const)("%s", ([wanted, version]) => expect(nextVersion("1.2.3", wanted)).toBe(version));

  test.for(["1.2.3", "1.2.2", "0.9.9", "1.1.9"])("%s is not after 1.2.3", (wanted) =>
    expect(() => nextVersion("1.2.3", wanted)).toThrow("is not after 1.2.3"),
  );

  test.for(["next", "1.2", "v1.2.4", "1.2.4-rc.1"])("%s is no version", (wanted) =>
    expect(() => nextVersion("1.2.3", wanted)).toThrow("is no version"),
  );
});

test("nothing unreleased is nothing to release", () => {
  const empty = "## [Unreleased]\n\n## [0.0.1] - 2020-01-01\n\n- The first.\n";
  expect(() => withRelease(empty, "0.0.2", "2026-01-31")).toThrow("nothing below");
  expect(() => withRelease("# Changelog\n", "0.0.2", "2026-01-31")).toThrow("nothing below");
});
