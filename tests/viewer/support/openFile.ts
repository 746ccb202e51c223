/** A file as the viewer's worker holds it. */

import { OpenFile, type Version } from "@asdf-wasm/www/viewer/worker/opened.ts";
import { Editing } from "@asdf-wasm/www/viewer/worker/tree/editing.ts";
import { Nodes } from "@asdf-wasm/www/viewer/worker/tree/nodes.ts";
import type { AsdfFile } from "asdf-wasm";

export function openFile(
  file: AsdfFile,
  more: Partial<Pick<Version, "isRemote" | "source" | "nodes">> = {},
): OpenFile {
  const { nodes = new Nodes(file) } = more;
  return new OpenFile({
    file,
    editing: new Editing(nodes, true),
    found: {},
    isRemote: false,
    ...more,
    nodes,
  });
}
