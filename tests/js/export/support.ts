/** Opens a file as the viewer's worker does, and exports from it. */
import { init, open } from "asdf-wasm";
import type { ExportJob } from "../../../www/src/viewer/protocol/exports.ts";
import { exportCalls } from "../../../www/src/viewer/worker/export/calls.ts";
import { show } from "../../../www/src/viewer/worker/opened.ts";
import { Editing } from "../../../www/src/viewer/worker/tree/editing.ts";
import { Nodes } from "../../../www/src/viewer/worker/tree/nodes.ts";
import { forgetWorld } from "../../../www/src/viewer/worker/world.ts";

/** Shows a file; gives the number of the node at a path. */
export async function opened(
  bytes: Uint8Array<ArrayBuffer>,
  isRemote = false,
): Promise<(path: string) => number> {
  await init();
  const source = new Blob([bytes]);
  const file = await open(source);
  await file.readBlockHeaders();
  const nodes = new Nodes(file);
  forgetWorld();
  show({ file, nodes, editing: new Editing(nodes, true), found: {}, isRemote, source });
  return (path) => nodes.trailAlong(path)?.at(-1) ?? -1;
}

export async function exported(job: ExportJob): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const onBytes = async (bytes: Uint8Array): Promise<void> => {
    pieces.push(bytes.slice());
  };
  await exportCalls.exportTo(0, job, onBytes, () => {});
  return Buffer.concat(pieces);
}
