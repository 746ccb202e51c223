/**
 * Holds the licences of all dependencies to what is allowed: of crates to
 * deny.toml, of npm packages to the tables here. Crates come from a registry,
 * never from a repository, and none that the crate is built with compiles C.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "../command/process.mjs";

/** Of npm packages that are bundled into the viewer, the entries beside it and the command line: licences that ask for no more than their text beside the scripts. */
const BUNDLED = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT", "Zlib"];

/** Of all npm packages: the others are tools. */
const NPM = [...BUNDLED, "CC-BY-4.0", "MPL-2.0", "Python-2.0"];

/** Packages whose manifest names no SPDX licence, and what a person read in their licence file. */
const READ = new Map([
  ["busboy", "MIT"],
  ["dejavu-fonts-ttf", "that of Bitstream Vera, as free as MIT; tests alone use it"],
  ["dicer", "MIT"],
  ["h5wasm", "those of NIST and HDF5, as free as BSD; benchmarks alone use it"],
  ["humanize-number", "MIT"],
  ["only", "MIT"],
  ["streamsearch", "MIT"],
]);

/** Crates that compile C or link a library of C. */
const COMPILES_C = ["bindgen", "cc", "cmake", "pkg-config"];

/**
 * Whether an SPDX expression, or the older `MIT/Apache-2.0`, lets us choose allowed licences only.
 *
 * @param {string} expression
 * @param {readonly string[]} allowed
 */
export function allows(expression, allowed) {
  const tokens = expression.match(/[()]|[^\s()/]+|\//g) ?? [];
  let at = 0;
  /** @returns {boolean} */
  const one = () => {
    const token = tokens[at++] ?? "";
    if (token === "(") {
      const inner = any();
      at += 1;
      return inner;
    }
    if (tokens[at] === "WITH") {
      at += 2;
      return allowed.includes(`${token} WITH ${tokens[at - 1]}`);
    }
    return allowed.includes(token);
  };
  const every = () => {
    let result = one();
    while (tokens[at] === "AND") {
      at += 1;
      result = one() && result;
    }
    return result;
  };
  const any = () => {
    let result = every();
    while (tokens[at] === "OR" || tokens[at] === "/") {
      at += 1;
      result = every() || result;
    }
    return result;
  };
  return any() && at === tokens.length;
}

/**
 * @typedef {object} Metadata what `cargo metadata` says
 * @property {{ id: string, name: string, version: string, license: string | null, source: string | null }[]} packages
 * @property {{ nodes: { id: string, deps: { pkg: string, dep_kinds: { kind: string | null }[] }[] }[], root: string | null }} resolve
 */

/**
 * The faults of crates.
 *
 * @param {Metadata} metadata
 * @param {readonly string[]} allowed
 */
export function crateFaults({ packages, resolve }, allowed) {
  const built = new Set([resolve.root]);
  // The loop also visits entries added during it, so dependencies of dependencies are found.
  for (const id of built) {
    const deps = resolve.nodes.find((node) => node.id === id)?.deps ?? [];
    for (const { pkg } of deps.filter(({ dep_kinds: kinds }) => kinds.some(({ kind }) => kind !== "dev"))) {
      built.add(pkg);
    }
  }
  return packages.flatMap(({ id, name, version, license, source }) => {
    const crate = `crate ${name} ${version}`;
    const faults = [];
    if (!allows(license ?? "", allowed)) {
      faults.push(`${crate}: deny.toml does not allow its licence, ${license ?? "which it does not name"}`);
    }
    if (source !== null && !source.startsWith("registry+")) {
      faults.push(`${crate}: it comes from ${source}, not from a registry`);
    }
    if (built.has(id) && COMPILES_C.includes(name)) {
      faults.push(`${crate}: it compiles or links C, and the crate is built with it`);
    }
    return faults;
  });
}

/**
 * The faults of npm packages.
 *
 * @param {Record<string, { version?: string, license?: string, link?: boolean }>} packages of a lock file
 */
export function packageFaults(packages) {
  return Object.entries(packages).flatMap(([path, { version, license, link }]) => {
    const name = path.replace(/^.*node_modules\//, "");
    // A link leads to a folder that is listed as well.
    return path === "" || link || READ.has(name) || allows(license ?? "", NPM)
      ? []
      : [
          `npm package ${name} ${version}: its licence, ${license ?? "which it does not name"}, is not allowed`,
        ];
  });
}

/**
 * The faults of the libraries that a THIRD-PARTY.md of the built package names.
 *
 * @param {string} notice
 * @param {string} where they are bundled
 */
export function bundledFaults(notice, where = "the viewer") {
  const libraries = [...notice.matchAll(/^## (\S+ \S+) \((.*)\)$/gm)];
  if (libraries.length === 0) {
    return [`THIRD-PARTY.md of ${where} names no library`];
  }
  return libraries.flatMap(([, name, license = ""]) =>
    allows(license, BUNDLED)
      ? []
      : [`npm package ${name}: it is bundled into ${where}, where its licence, ${license}, is not allowed`],
  );
}

/** The licences that deny.toml allows. */
function allowedLicences() {
  const [, list = ""] = /^allow = \[([^\]]*)\]/m.exec(readFileSync(join(root, "deny.toml"), "utf8")) ?? [];
  return Array.from(list.matchAll(/"([^"]+)"/g), ([, name = ""]) => name);
}

/** The check of `npm run lint`. */
export async function licences() {
  const metadata = await run("cargo", ["metadata", "--locked", "--all-features", "--format-version", "1"], {
    problem: "cargo cannot list the dependencies: see its message above.",
  });
  const locks = ["package-lock.json", "scripts/docs/package-lock.json"];
  const faults = [
    ...crateFaults(JSON.parse(metadata), allowedLicences()),
    ...locks.flatMap((lock) => packageFaults(JSON.parse(readFileSync(join(root, lock), "utf8")).packages)),
  ];
  return { code: faults.length > 0 ? 1 : 0, output: faults.join("\n") };
}

/** The check of `npm run lint` that needs the built package. */
export async function bundledLicences() {
  const places = { viewer: "the viewer", bin: "the command line", catalogues: "the catalogues" };
  const faults = Object.entries(places).flatMap(([folder, where]) =>
    bundledFaults(readFileSync(join(root, "pkg", folder, "THIRD-PARTY.md"), "utf8"), where),
  );
  return { code: faults.length > 0 ? 1 : 0, output: faults.join("\n") };
}
