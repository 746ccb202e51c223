/**
 * The hosts that are packed into files of their own, as a table. A row says how to build one from the built package; the command line
 * is not among them, because it is a part of the package.
 */
import { buildJupyterlab } from "./jupyterlab.mjs";
import { buildNotebook } from "./notebook.mjs";
import { buildVscode } from "./vscode.mjs";

/**
 * @typedef {object} Host
 * @property {string} name as `npm run hosts -- NAME` selects it: the folder in `hosts`
 * @property {string} title
 * @property {(version: string) => Promise<string>} build writes one file into `target/hosts`, and resolves to its path
 */

/** @type {readonly Host[]} */
export const HOSTS = [
  { name: "jupyterlab", title: "Packing the extension of JupyterLab", build: buildJupyterlab },
  { name: "notebook", title: "Packing the widget of notebooks", build: buildNotebook },
  { name: "vscode", title: "Packing the extension for VS Code", build: buildVscode },
];
