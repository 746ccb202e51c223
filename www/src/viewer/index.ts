/** The viewer for other pages: importing this defines `<asdf-viewer>`; `mount` does without it. */
import { AsdfViewerElement } from "./element.ts";

export { type MountedViewer, type MountOptions, mount, type Shown } from "./mount.tsx";
export type { FileFacts, FolderFile, Notice } from "./protocol/facts.ts";
export { AsdfViewerElement };

if (!customElements.get("asdf-viewer")) {
  customElements.define("asdf-viewer", AsdfViewerElement);
}
