/**
 * A tab with the whole viewer, for files that are not on the Jupyter server: at addresses, in buckets and other places. The page reads them
 * itself. Neither addresses nor keys outlive the tab.
 */
import { Dialog, type IThemeManager, MainAreaWidget, showDialog } from "@jupyterlab/apputils";
import type { Message } from "@lumino/messaging";
import { Widget } from "@lumino/widgets";
import { AsdfViewerElement } from "asdf-wasm/viewer";
import { followTheme } from "./document/appearance.ts";
import { icon } from "./document/factory.ts";

export class PlacesTab extends MainAreaWidget {
  #isEdited = false;

  /** `address`: of a file or a place; empty to be asked for one. */
  constructor(address: string, themes: IThemeManager | null) {
    const content = new Widget();
    super({ content });
    const element = new AsdfViewerElement();
    Object.assign(element.style, { display: "block", height: "100%" });
    element.style.setProperty("--asdf-min-height", "0");
    content.addClass("jp-AsdfViewer");
    content.node.append(element);
    Object.assign(this.title, { label: "ASDF Address", icon, closable: true });
    this.disposed.connect(followTheme(element, themes));
    element.addEventListener("asdf-change", ({ detail: { name } }) => {
      this.title.label = name || "ASDF Address";
    });
    element.addEventListener("asdf-edit", () => {
      this.#isEdited = true;
    });
    void element.browse(address);
  }

  protected override onCloseRequest(message: Message): void {
    void this.#mayClose().then((may) => may && super.onCloseRequest(message));
  }

  /** What was edited is kept nowhere else. */
  async #mayClose(): Promise<boolean> {
    if (!this.#isEdited) {
      return true;
    }
    const { button } = await showDialog({
      title: "Discard Edits?",
      body: "A file here was edited. Save it from the viewer's menu “Save”, or close it without its edits.",
      buttons: [Dialog.cancelButton(), Dialog.warnButton({ label: "Discard" })],
    });
    return button.accept;
  }
}
