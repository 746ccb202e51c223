/** Writes a document: the file that it was opened from, with its edits made again. Arrays are copied as they are stored. */

import { treeOf, withYaml } from "@asdf-wasm/science/tree/yaml";
import { Editing, inTree } from "@asdf-wasm/www/viewer/worker/tree/editing.ts";
import { Nodes } from "@asdf-wasm/www/viewer/worker/tree/nodes.ts";
import { type AsdfFile, init, initFits, initWriter, open } from "asdf-wasm";
import * as vscode from "vscode";
import type { TreeEdit } from "../messages.ts";
import { type Base, type Platform, sourceOf } from "./base.ts";

let loaded: Promise<unknown> | undefined;

/** Loads the WebAssembly modules of the extension, once. */
export function loadModules(extension: vscode.Uri): Promise<unknown> {
  const module = (name: string) =>
    vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, "dist", name)).then((bytes) => bytes.slice());
  loaded ??= Promise.all([
    init(module("asdf_wasm_bg.wasm")),
    initWriter(module("asdf_wasm_writer_bg.wasm")),
    initFits(module("asdf_wasm_fits_bg.wasm")),
  ]);
  return loaded;
}

/** Writes a base with edits over a file, which is there whole or not at all. */
export async function writeEdited(
  base: Base,
  edits: readonly TreeEdit[],
  target: vscode.Uri,
  platform: Platform,
  token: vscode.CancellationToken,
): Promise<void> {
  if (isOther(target)) {
    throw new Error("edits are written as ASDF: use “Save As…” with a name that ends with .asdf");
  }
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort(new vscode.CancellationError()));
  const { signal } = controller;
  const files = [await open(sourceOf(base), { signal })];
  try {
    const file = await edited(files, edits);
    const write = platform.writerOf(target);
    if (write) {
      await write(chunksOf(await file.edit(treeOf(file), { as: "stream", signal })));
    } else {
      const content = await file.edit(treeOf(file), { as: "blob", signal });
      await vscode.workspace.fs.writeFile(target, new Uint8Array(await content.arrayBuffer()));
    }
  } finally {
    listening.dispose();
    for (const file of files) {
      file.close();
    }
  }
}

/** Whether the name is one of FITS files, or of files that are packed. */
function isOther({ path }: vscode.Uri): boolean {
  return /\.(fits?|fts|gz)$/i.test(path);
}

/** The last of the files, with the edits made; an edit of the text adds a file. */
async function edited(files: AsdfFile[], edits: readonly TreeEdit[]): Promise<AsdfFile> {
  let file = files.at(-1) as AsdfFile;
  let nodes = new Nodes(file);
  let editing = new Editing(nodes, true);
  for (const edit of edits) {
    if (edit.kind === "yaml") {
      file = await withYaml(file, edit.text, {});
      files.push(file);
      nodes = new Nodes(file);
      editing = new Editing(nodes, false);
    } else {
      editing.change(inTree(edit, nodes));
    }
  }
  return file;
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
