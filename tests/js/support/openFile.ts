/** A file as the viewer's worker holds it. */
import type { AsdfFile } from "asdf-wasm";
import { OpenFile, type Version } from "../../../www/src/viewer/worker/opened.ts";
import { Editing } from "../../../www/src/viewer/worker/tree/editing.ts";
import { Nodes } from "../../../www/src/viewer/worker/tree/nodes.ts";

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
