/**
 * `asdf-wasm/viewer`, the viewer for other pages: importing it defines the element `<asdf-viewer>`; `mount()` does without it.
 * A server may import it too: it does nothing there.
 */
import { AsdfViewerElement } from "./element.ts";

export { setWorker } from "./client/thread.ts";
export type { AsdfViewerAttributes, AsdfViewerEvents } from "./element.ts";
export { type MountedViewer, type MountOptions, mount, type Offers, type Shown } from "./mount.tsx";
export type { TreeEdit } from "./protocol/edits.ts";
export type { Download } from "./protocol/exports.ts";
export type { FileFacts, FileSet, FolderFile, Notice, ViewerSource } from "./protocol/facts.ts";
export type { HostFile } from "./protocol/host.ts";
export type { Markers, SymbolShape } from "./protocol/over/markers.ts";
export type { SeenPart } from "./state/linked.ts";
export { AsdfViewerElement };

if (globalThis.customElements && !customElements.get("asdf-viewer")) {
  customElements.define("asdf-viewer", AsdfViewerElement);
}
