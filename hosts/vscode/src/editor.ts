/** The custom editor of ASDF files: documents and their views, and VS Code's undo, save, revert and backup of them. */
import * as vscode from "vscode";
import { AsdfDocument } from "./document.ts";
import type { Platform } from "./files/base.ts";
import { loadModules } from "./files/writing.ts";
import type { CheckEntry } from "./messages.ts";
import { DocumentView } from "./view.ts";

/** The editor of ASDF files, and the same as an option for FITS and packed files. */
export const VIEW_TYPES = ["asdf-wasm.viewer", "asdf-wasm.option"] as const;

export function viewTypeOf({ path }: vscode.Uri): (typeof VIEW_TYPES)[number] {
  return /\.(fits?|fts|gz)$/i.test(path) ? "asdf-wasm.option" : "asdf-wasm.viewer";
}

export class AsdfEditor implements vscode.CustomEditorProvider<AsdfDocument> {
  readonly #extension: vscode.Uri;
  readonly #platform: Platform;
  readonly #views = new Set<DocumentView>();
  readonly #changes = new vscode.EventEmitter<vscode.CustomDocumentEditEvent<AsdfDocument>>();
  readonly onDidChangeCustomDocument = this.#changes.event;
  /** What checks against schemas found. */
  readonly #problems = vscode.languages.createDiagnosticCollection("asdf");
  readonly #status = vscode.window.createStatusBarItem(
    "asdf-wasm.path",
    vscode.StatusBarAlignment.Right,
    100,
  );

  constructor(extension: vscode.Uri, platform: Platform) {
    [this.#extension, this.#platform] = [extension, platform];
    this.#status.name = "ASDF Path";
    this.#status.tooltip = "Copy the path of the selected node";
    this.#status.command = "asdf-wasm.copyPath";
  }

  openCustomDocument(uri: vscode.Uri, { backupId }: vscode.CustomDocumentOpenContext): Promise<AsdfDocument> {
    const backup = backupId === undefined ? undefined : vscode.Uri.parse(backupId);
    return AsdfDocument.open(uri, backup, this.#platform);
  }

  resolveCustomEditor(document: AsdfDocument, panel: vscode.WebviewPanel): void {
    const view: DocumentView = new DocumentView(document, panel, this.#extension, {
      onEdit: (edit) => {
        const label = edit.label.charAt(0).toUpperCase() + edit.label.slice(1);
        this.#changes.fire({ document, label, ...document.note(edit, view) });
      },
      onShown: () => this.#showPath(),
      onChecked: (found) => this.#problems.set(document.uri, found.map(diagnosticOf)),
    });
    this.#views.add(view);
    panel.onDidChangeViewState(() => this.#showPath());
    panel.onDidDispose(() => {
      this.#views.delete(view);
      this.#problems.delete(document.uri);
      this.#showPath();
    });
  }

  async saveCustomDocument(document: AsdfDocument, token: vscode.CancellationToken): Promise<void> {
    await loadModules(this.#extension);
    await document.save(token);
  }

  async saveCustomDocumentAs(
    document: AsdfDocument,
    target: vscode.Uri,
    token: vscode.CancellationToken,
  ): Promise<void> {
    await loadModules(this.#extension);
    await document.saveAs(target, token);
  }

  revertCustomDocument(document: AsdfDocument): Promise<void> {
    return document.revert();
  }

  async backupCustomDocument(
    document: AsdfDocument,
    { destination }: vscode.CustomDocumentBackupContext,
    token: vscode.CancellationToken,
  ): Promise<vscode.CustomDocumentBackup> {
    await loadModules(this.#extension);
    return document.backUp(destination, token);
  }

  /** Checks the file of the active view against schemas. */
  check(): void {
    this.#active?.check();
  }

  /** Copies the path of the node that is selected in the active view. */
  async copyPath(): Promise<void> {
    const path = this.#active?.path;
    if (path) {
      await vscode.env.clipboard.writeText(path);
      vscode.window.setStatusBarMessage(`Copied ${path}`, 3000);
    }
  }

  dispose(): void {
    this.#status.dispose();
    this.#problems.dispose();
    this.#changes.dispose();
  }

  get #active(): DocumentView | undefined {
    return [...this.#views].find(({ panel }) => panel.active);
  }

  #showPath(): void {
    const path = this.#active?.path;
    if (path) {
      this.#status.text = `$(list-tree) ${path}`;
      this.#status.show();
    } else {
      this.#status.hide();
    }
  }
}

/** At its line in the file as text. In the viewer, which VS Code opens for an entry, there are no lines: the message names the path. */
function diagnosticOf({ message, line = 1, isWarning }: CheckEntry): vscode.Diagnostic {
  const severity = isWarning ? vscode.DiagnosticSeverity.Warning : vscode.DiagnosticSeverity.Error;
  const diagnostic = new vscode.Diagnostic(new vscode.Range(line - 1, 0, line - 1, 0), message, severity);
  diagnostic.source = "ASDF schemas";
  return diagnostic;
}
