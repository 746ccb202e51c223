/** Makes the tabs of ASDF files for the document manager, and the type of these files. */
import { ABCWidgetFactory, type DocumentRegistry } from "@jupyterlab/docregistry";
import { LabIcon } from "@jupyterlab/ui-components";
import { MODEL } from "./modelFactory.ts";
import { AsdfDocument, type AsdfOptions } from "./widget.ts";

/** The name of the viewer in "Open With". */
export const FACTORY = "ASDF Viewer";

/** The corners and the middle of an image, as on the page of the viewer; the colours are the same as in JupyterLab's icons of data. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
  <rect class="jp-icon-brand1 jp-icon-selectable" x="2" y="2" width="20" height="20" rx="4" fill="#1976d2"/>
  <path class="jp-icon-selectable-inverse" d="M6 9.8V6h3.8M14.2 6H18v3.8M18 14.2V18h-3.8M9.8 18H6v-3.8" fill="none" stroke="#fff" stroke-width="1.6"/>
  <circle class="jp-icon-selectable-inverse" cx="12" cy="12" r="2" fill="#fff"/>
</svg>`;

export const icon = new LabIcon({ name: "jupyterlab-asdf:file", svgstr: DRAWING });

export const FILE_TYPE: Partial<DocumentRegistry.IFileType> & { readonly name: string } = {
  name: "asdf",
  displayName: "ASDF or FITS File",
  extensions: [".asdf", ".asdf.gz", ".finf", ".fits", ".fits.gz", ".fit", ".fit.gz", ".fts", ".fts.gz"],
  mimeTypes: ["application/asdf", "application/fits", "image/fits"],
  contentType: "file",
  fileFormat: "base64",
  icon,
};

export class AsdfFactory extends ABCWidgetFactory<AsdfDocument> {
  readonly #options: Omit<AsdfOptions, "context">;

  constructor(options: Omit<AsdfOptions, "context">) {
    super({
      name: FACTORY,
      modelName: MODEL,
      fileTypes: [FILE_TYPE.name],
      defaultFor: [FILE_TYPE.name],
    });
    this.#options = options;
  }

  protected override createNewWidget(context: DocumentRegistry.Context): AsdfDocument {
    const document = new AsdfDocument({ ...this.#options, context });
    document.title.icon = icon;
    return document;
  }
}
