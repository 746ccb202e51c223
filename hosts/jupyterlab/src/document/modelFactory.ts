/**
 * The model of a document of which JupyterLab keeps no content: the viewer reads it from the server by range. The contents API would
 * deliver a file whole, in JSON.
 */
import { DocumentModel, type DocumentRegistry } from "@jupyterlab/docregistry";

export const MODEL = "asdf";

export class AsdfModelFactory implements DocumentRegistry.IModelFactory<DocumentModel> {
  readonly name = MODEL;
  readonly contentType = "file";
  /** Without a format the document manager asks the server about the file, and not for it. */
  // biome-ignore lint/suspicious/noExplicitAny: the type does not allow null, which JupyterLab tests for.
  readonly fileFormat: any = null;
  readonly collaborative = false;
  #isDisposed = false;

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  createNew({ languagePreference }: { languagePreference?: string } = {}): DocumentModel {
    return new DocumentModel(languagePreference === undefined ? {} : { languagePreference });
  }

  preferredLanguage(): string {
    return "";
  }
}
