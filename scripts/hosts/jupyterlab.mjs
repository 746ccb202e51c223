/**
 * Builds the wheel `jupyterlab-asdf`: the extension, as JupyterLab loads it without being built again ("prebuilt extensions"). It is a
 * container of webpack's module federation: JupyterLab provides the modules of `SHARED`, and everything else is inside. The server hands the
 * files out from `share/jupyter/labextensions`, under whatever base URL it has: scripts find their neighbours by their own addresses.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { viewerFolder } from "../build/viewer.mjs";
import { Problem, packageCommand, root, run } from "../command/process.mjs";
import { requirePackages } from "../setup/setup.mjs";
import { pkg, SCHEMA_LICENCES } from "./addresses.mjs";
import { filesIn } from "./archive.mjs";
import { dataFolder, writeWheel } from "./wheel.mjs";

const NAME = "jupyterlab-asdf";
const host = join(root, "hosts", "jupyterlab");
const work = join(root, "target", "hosts", "jupyterlab");

/** What JupyterLab 4 provides. */
const SHARED = {
  "@jupyterlab/application": "^4.0.0",
  "@jupyterlab/apputils": "^4.0.0",
  "@jupyterlab/coreutils": "^6.0.0",
  "@jupyterlab/docregistry": "^4.0.0",
  "@jupyterlab/services": "^7.0.0",
  "@jupyterlab/ui-components": "^4.0.0",
  "@lumino/signaling": "^2.0.0",
  "@lumino/widgets": "^2.0.0",
};

/** What JupyterLab reads of the plugin without running it: an entry of the menu File. */
const SCHEMA = {
  title: "ASDF Viewer",
  description: "Opens ASDF and FITS files.",
  type: "object",
  properties: {},
  additionalProperties: false,
  "jupyter.lab.menus": {
    main: [{ id: "jp-mainmenu-file", items: [{ command: "asdf:open-address", rank: 3 }] }],
  },
};

/** @type {readonly (readonly [name: string, value: string])[]} */
const METADATA = [
  [
    "Summary",
    "Opens ASDF files in JupyterLab: tree, images, tables and spectra, read from the server by range",
  ],
  ["License-Expression", "MIT OR Apache-2.0"],
  ["Project-URL", "Homepage, https://github.com/asdf-wasm/asdf-wasm"],
  ["Project-URL", "Changelog, https://github.com/asdf-wasm/asdf-wasm/blob/main/CHANGELOG.md"],
  ["Keywords", "jupyter,jupyterlab,jupyterlab-extension,asdf,astronomy,roman,dkist"],
  ["Classifier", "Framework :: Jupyter"],
  ["Classifier", "Framework :: Jupyter :: JupyterLab"],
  ["Classifier", "Framework :: Jupyter :: JupyterLab :: 4"],
  ["Classifier", "Framework :: Jupyter :: JupyterLab :: Extensions"],
  ["Classifier", "Framework :: Jupyter :: JupyterLab :: Extensions :: Prebuilt"],
  ["Classifier", "Topic :: Scientific/Engineering :: Astronomy"],
  ["Classifier", "Topic :: Scientific/Engineering :: Visualization"],
  ["Classifier", "Programming Language :: Python :: 3"],
  ["Requires-Python", ">=3.9"],
];

async function compile() {
  await requirePackages(host);
  const tsc = packageCommand("typescript", "tsc");
  await run(process.execPath, [tsc, "-p", join(host, "tsconfig.json")], {
    problem: "The extension of JupyterLab does not compile: see the compiler's message above.",
  });
}

/**
 * Bundles the scripts into a folder.
 *
 * @param {string} folder
 * @returns {Promise<string>} the script that JupyterLab loads first
 */
async function bundle(folder) {
  // Scripts answer `--help` in a clone without npm packages.
  const { default: webpack } = await import("webpack");
  const shared = Object.entries(SHARED).map(
    ([name, requiredVersion]) =>
      /** @type {const} */ ([
        name,
        { import: /** @type {const} */ (false), singleton: true, requiredVersion },
      ]),
  );
  const entry = join(work, "lib", "jupyterlab", "src", "index.js");
  const compiler = webpack({
    mode: "production",
    context: root,
    entry: {},
    output: {
      path: folder,
      filename: "[name].[contenthash].js",
      chunkFilename: "[name].[contenthash].js",
      assetModuleFilename: "[name].[hash][ext]",
      publicPath: "auto",
      uniqueName: NAME,
      hashFunction: "sha256",
    },
    resolve: {
      modules: [join(root, "node_modules")],
      alias: { "@asdf-wasm/hosts": join(work, "lib", "shared") },
    },
    // What is loaded on demand is loaded from the server next door.
    performance: false,
    plugins: [
      new webpack.container.ModuleFederationPlugin({
        name: NAME,
        library: { type: "var", name: ["_JUPYTERLAB", NAME] },
        filename: "remoteEntry.[contenthash].js",
        exposes: { "./index": entry, "./extension": entry },
        shared: Object.fromEntries(shared),
      }),
    ],
  });
  const stats = await new Promise(
    /** @param {(stats: import("webpack").Stats | undefined) => void} resolve */ (resolve, reject) =>
      compiler?.run((error, stats) => compiler.close(() => (error ? reject(error) : resolve(stats)))),
  );
  if (!stats || stats.hasErrors() || stats.hasWarnings()) {
    throw new Problem(
      "The extension of JupyterLab does not bundle: see webpack's message above.",
      stats?.toString("errors-warnings"),
    );
  }
  const { assets = [] } = stats.toJson({ all: false, assets: true });
  const remote = assets.find(({ name }) => name.startsWith("remoteEntry."))?.name;
  if (remote === undefined) {
    throw new Problem("webpack wrote no remoteEntry.js for JupyterLab.");
  }
  return remote;
}

/** @param {string} path @param {unknown} value */
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** @param {string} version */
export async function buildJupyterlab(version) {
  const folder = join(work, "labextension");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await compile();
  const entry = await bundle(join(folder, "static"));
  writeJson(join(folder, "package.json"), {
    name: NAME,
    version,
    description: METADATA[0]?.[1],
    license: "MIT OR Apache-2.0",
    homepage: "https://github.com/asdf-wasm/asdf-wasm",
    keywords: ["jupyter", "jupyterlab", "jupyterlab-extension"],
    jupyterlab: {
      extension: true,
      schemaDir: "schemas",
      _build: { load: `static/${entry}`, extension: "./extension" },
    },
  });
  const schemas = join(folder, "schemas", NAME);
  mkdirSync(schemas, { recursive: true });
  writeJson(join(schemas, "plugin.json"), SCHEMA);
  // The server reads the version of the schema here.
  writeJson(join(schemas, "package.json.orig"), { name: NAME, version });
  writeJson(join(folder, "install.json"), {
    packageManager: "python",
    packageName: NAME,
    uninstallInstructions: `Use your Python package manager (pip, conda, etc.) to uninstall the package ${NAME}`,
  });
  const under = `${dataFolder(NAME, version)}/share/jupyter/labextensions/${NAME}`;
  const licences = [
    join(root, "LICENSE-MIT"),
    join(root, "LICENSE-APACHE"),
    join(viewerFolder, "THIRD-PARTY.md"),
    join(pkg, SCHEMA_LICENCES),
  ];
  return writeWheel({
    name: NAME,
    version,
    metadata: METADATA,
    readme: readFileSync(join(host, "README.md"), "utf8"),
    files: filesIn(folder, under),
    licences: new Map(licences.map((path) => [basename(path), readFileSync(path)])),
  });
}
