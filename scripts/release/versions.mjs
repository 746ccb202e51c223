/**
 * What a release changes in the repository's files: the crate's version, which
 * the package takes over when it is built, and the changelog.
 */
import { Problem } from "../command/process.mjs";

const FORM = /^(\d+)\.(\d+)\.(\d+)$/;
const UNRELEASED = "## [Unreleased]";

/**
 * The next version.
 *
 * @param {string} current
 * @param {string} wanted a version, or `patch`, `minor` or `major`
 */
export function nextVersion(current, wanted) {
  const now = numbers(current);
  const [major, minor, patch] = now;
  const steps = new Map([
    ["major", `${major + 1}.0.0`],
    ["minor", `${major}.${minor + 1}.0`],
    ["patch", `${major}.${minor}.${patch + 1}`],
  ]);
  const version = steps.get(wanted) ?? wanted;
  const next = numbers(version);
  const differing = next.findIndex((number, index) => number !== now[index]);
  if (differing < 0 || (next[differing] ?? 0) < (now[differing] ?? 0)) {
    throw new Problem(`${version} is not after ${current}: a release needs a higher version.`);
  }
  return version;
}

/** @param {string} version @returns {[number, number, number]} */
function numbers(version) {
  const [, major, minor, patch] = FORM.exec(version) ?? [];
  if (patch === undefined) {
    throw new Problem(`"${version}" is no version: give one such as 1.2.3, or patch, minor or major.`);
  }
  return [Number(major), Number(minor), Number(patch)];
}

/** The crate's version. @param {string} manifest the text of Cargo.toml */
export function crateVersion(manifest) {
  const version = /^\[package\]\nname = "asdf-wasm"\nversion = "(.+)"$/m.exec(manifest)?.[1];
  if (version === undefined) {
    throw new Problem("Cargo.toml does not begin with the crate's name and version.");
  }
  return version;
}

/**
 * Cargo.toml, or a Cargo.lock, with another version of the crate.
 *
 * @param {string} text
 * @param {string} version
 */
export function withVersion(text, version) {
  return text.replace(/^(\[\[?package\]\]?\nname = "asdf-wasm"\nversion = ").+"$/m, `$1${version}"`);
}

/**
 * The changelog with the unreleased changes as the changes of a version.
 *
 * @param {string} changelog
 * @param {string} version
 * @param {string} date as 2026-01-31
 */
export function withRelease(changelog, version, date) {
  const [before = "", after] = changelog.split(`${UNRELEASED}\n`);
  const entries = after?.split(/^## /m)[0]?.trim();
  if (!entries) {
    throw new Problem(`CHANGELOG.md has nothing below "${UNRELEASED}": describe there what changed.`);
  }
  return `${before}${UNRELEASED}\n\n## [${version}] - ${date}\n${after}`;
}
