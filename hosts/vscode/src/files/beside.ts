/**
 * Files that an open one refers to: blocks and arrays in files of their own, and references to other trees. They are found in the
 * folder of the file and in the folders inside it, nowhere else: a file may name anything.
 */
import { AsdfError } from "asdf-wasm";
import * as vscode from "vscode";
import { SCHEME } from "../scheme.ts";
import { addressOf } from "./address.ts";
import type { Base, Platform } from "./base.ts";
import { openBase } from "./opening.ts";
import { openPlaced } from "./placed.ts";
import { openUrl } from "./remote.ts";

/** Opens the file at a path relative to another one: names with `/` between them. */
export async function openBeside(uri: vscode.Uri, path: string, platform: Platform): Promise<Base> {
  const names = path.split("/");
  // On some systems a backslash, and a colon behind the letter of a disk, lead elsewhere.
  if (names.some((name) => /^\.{0,2}$|[\\:\0]/.test(name))) {
    throw new Error("it is outside of the folder of this file, where it is looked for");
  }
  if (/^https?$/.test(uri.scheme)) {
    // Without the query, which may hold a signature that is for one file.
    return openUrl(new URL(names.map(encodeURIComponent).join("/"), addressOf(uri)).href);
  }
  if (uri.scheme === SCHEME) {
    const folder = uri.path.slice(0, uri.path.lastIndexOf("/") + 1);
    // The keys are those of this file: a bucket that is not to be listed refuses what is not there.
    return openPlaced(uri.with({ path: folder + path }), false);
  }
  const onDisk = await platform.beside(uri, names);
  const found = onDisk === undefined ? vscode.Uri.joinPath(uri, "..", ...names) : vscode.Uri.file(onDisk);
  const { type } = await vscode.workspace.fs.stat(found).then(undefined, (cause) => {
    throw cause?.code === "FileNotFound"
      ? new AsdfError("not-found", `it is not there: put it beside this file as ${path}`)
      : cause;
  });
  if (type !== vscode.FileType.File) {
    throw new Error("it is no file, or a link to one");
  }
  return openBase(found, platform);
}
