/** Opens a file as the viewer's worker does, and exports from it. */

import type { ExportCalls, ExportJob } from "@asdf-wasm/www/viewer/protocol/exports.ts";
import { exportAnswers } from "@asdf-wasm/www/viewer/worker/calls/export.ts";
import { HeldFile } from "@asdf-wasm/www/viewer/worker/held.ts";
import { init, open } from "asdf-wasm";
import { openFile } from "../support/openFile.ts";

/** What is open. */
export const held = new HeldFile();
/** Of what is not stopped. */
export const { signal } = new AbortController();
export const exportCalls = held.calls<ExportCalls>(exportAnswers);

/** Shows a file; gives the number of the node at a path. */
export async function opened(
  bytes: Uint8Array<ArrayBuffer>,
  isRemote = false,
): Promise<(path: string) => number> {
  await init();
  const source = new Blob([bytes]);
  const file = await open(source);
  await file.readBlockHeaders();
  held.show(openFile(file, { isRemote, source }));
  const { nodes } = held.file;
  return (path) => nodes.trailAlong(path)?.at(-1) ?? -1;
}

export async function exported(job: ExportJob): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const onBytes = async (bytes: Uint8Array): Promise<void> => {
    pieces.push(bytes.slice());
  };
  await exportCalls.write(job, signal, onBytes, () => {});
  return Buffer.concat(pieces);
}
