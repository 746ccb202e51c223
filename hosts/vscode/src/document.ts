/**
 * An open ASDF file as VS Code knows it: the bytes that it was opened from, and a list of edits. Views of it make the edits in their own
 * trees; the list makes them again in a view that is shown anew, in the file that is saved, and after a restart.
 */
import * as vscode from "vscode";
import { type Base, isRemote, isSame, type Platform, type Version, versionOf } from "./files/base.ts";
import { openBeside } from "./files/beside.ts";
import { openBase } from "./files/opening.ts";
import { writeEdited } from "./files/writing.ts";
import type { EditPlace, TreeEdit } from "./messages.ts";
import { plain } from "./plain.ts";

/** What is kept of a document for a restart: its edits, and the version of the file that they belong to. */
interface Backup {
  readonly asdfEdits: 1;
  readonly version: Version | undefined;
  readonly edits: readonly TreeEdit[];
}

/** Edits that are made or undone in all views. */
export interface DocumentListener {
  /** `from`: the view in which they were made, which has them. */
  readonly onEdits: (edits: readonly TreeEdit[], from: unknown) => void;
  readonly onStep: (step: "undo" | "redo") => void;
  readonly onSaved: () => void;
  /** The file must be opened anew. */
  readonly onReset: () => void;
}

export class AsdfDocument implements vscode.CustomDocument {
  readonly uri: vscode.Uri;
  readonly listeners = new Set<DocumentListener>();
  readonly #platform: Platform;
  readonly #watching: vscode.Disposable[] = [];
  #base: Base;
  #edits: TreeEdit[] = [];
  #made = 0;
  #saved: number | undefined = 0;
  /** The file on disk as it was opened or saved last. */
  #version: Version | undefined;
  /** The version that a person was told of. */
  #told: Version | undefined;
  /** Counts how often another file was opened: edits of an earlier one can neither be undone nor be redone. */
  #generation = 0;
  #isSaving = false;

  private constructor(uri: vscode.Uri, platform: Platform, base: Base, version: Version | undefined) {
    [this.uri, this.#platform, this.#base, this.#version] = [uri, platform, base, version];
    this.#watch();
  }

  /** Opens a file; `backup` is where it was kept with unsaved edits. */
  static async open(
    uri: vscode.Uri,
    backup: vscode.Uri | undefined,
    platform: Platform,
  ): Promise<AsdfDocument> {
    const kept = backup && (await readBackup(backup));
    const version = await versionOf(uri);
    if (backup && !kept) {
      const document = new AsdfDocument(uri, platform, await openBase(backup, platform), version);
      document.#saved = undefined;
      return document;
    }
    const document = new AsdfDocument(uri, platform, await openBase(uri, platform), version);
    if (kept) {
      document.#edits = [...kept.edits];
      document.#made = kept.edits.length;
      if (!isSame(kept.version, version)) {
        const message = `${document.name} changed since it was edited: the edits are made in the file as it is now.`;
        void vscode.window.showWarningMessage(plain(message));
      }
    }
    return document;
  }

  get name(): string {
    return this.uri.path.split("/").at(-1) ?? "";
  }

  get base(): Base {
    return this.#base;
  }

  /** Opens a file that this one refers to. */
  beside(path: string): Promise<Base> {
    return openBeside(this.uri, path, this.#platform);
  }

  get place(): EditPlace {
    return { edits: this.#edits, made: this.#made, saved: this.#saved };
  }

  get isChanged(): boolean {
    return this.#made !== this.#saved;
  }

  /** Takes an edit that was made in a view. Returns how VS Code undoes and redoes it. */
  note(edit: TreeEdit, from: unknown): { readonly undo: () => void; readonly redo: () => void } {
    this.#edits.length = this.#made;
    if (this.#saved !== undefined && this.#saved > this.#made) {
      this.#saved = undefined;
    }
    this.#edits.push(edit);
    this.#made += 1;
    this.#tell((view) => view.onEdits([edit], from));
    const generation = this.#generation;
    const step = (by: 1 | -1) => {
      if (generation === this.#generation) {
        this.#made += by;
        this.#tell((view) => view.onStep(by < 0 ? "undo" : "redo"));
      }
    };
    return { undo: () => step(-1), redo: () => step(1) };
  }

  async save(token: vscode.CancellationToken): Promise<void> {
    if (!isRemote(this.uri) && !(await this.#mayReplace())) {
      throw new vscode.CancellationError();
    }
    const { made } = this.place;
    this.#isSaving = true;
    try {
      await this.saveAs(this.uri, token);
      this.#version = await versionOf(this.uri);
    } finally {
      this.#isSaving = false;
    }
    this.#saved = made;
    this.#tell((view) => view.onSaved());
  }

  async saveAs(target: vscode.Uri, token: vscode.CancellationToken): Promise<void> {
    if (isRemote(target)) {
      throw new Error(plain(`${this.name} is on a server: save it as a file with "Save As…"`));
    }
    await writeEdited(this.#base, this.#edits.slice(0, this.#made), target, this.#platform, token);
  }

  /** Goes back to what is saved: to the file as it is on disk. */
  async revert(): Promise<void> {
    const version = await versionOf(this.uri);
    if (this.#saved === undefined || !isSame(version, this.#version)) {
      const base = await openBase(this.uri, this.#platform);
      this.#base.close();
      this.#base = base;
      this.#generation += 1;
      [this.#edits, this.#made, this.#saved, this.#version] = [[], 0, 0, version];
    } else {
      this.#made = this.#saved;
    }
    this.#tell((view) => view.onReset());
  }

  /** Keeps what is not saved: the edits, or the whole file if the saved one does not lead there. */
  async backUp(target: vscode.Uri, token: vscode.CancellationToken): Promise<vscode.CustomDocumentBackup> {
    const { edits, made, saved } = this.place;
    await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(target, ".."));
    if (saved !== undefined && made >= saved) {
      const kept: Backup = { asdfEdits: 1, version: this.#version, edits: edits.slice(saved, made) };
      await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(JSON.stringify(kept)));
    } else {
      await writeEdited(this.#base, edits.slice(0, made), target, this.#platform, token);
    }
    const remove = async () => vscode.workspace.fs.delete(target).then(undefined, () => {});
    return { id: target.toString(), delete: () => void remove() };
  }

  dispose(): void {
    for (const watching of this.#watching) {
      watching.dispose();
    }
    this.#base.close();
  }

  #tell(what: (listener: DocumentListener) => void): void {
    for (const listener of this.listeners) {
      what(listener);
    }
  }

  /** Whether the file on disk is the one that was opened or saved last, or may be replaced though it is not. */
  async #mayReplace(): Promise<boolean> {
    const now = await versionOf(this.uri);
    if (!now || isSame(now, this.#version)) {
      return true;
    }
    const message = `${this.name} changed on disk since it was opened. Overwrite it?`;
    return (
      (await vscode.window.showWarningMessage(plain(message), { modal: true }, "Overwrite")) === "Overwrite"
    );
  }

  /** Follows a file that other programs change, unless it has edits. */
  #watch(): void {
    if (isRemote(this.uri)) {
      return;
    }
    const folder = vscode.Uri.joinPath(this.uri, "..");
    const pattern = new vscode.RelativePattern(folder, this.name.replaceAll(/[[\]{}*?]/g, "[$&]"));
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const look = () => void this.#noteChange().catch(() => {});
    this.#watching.push(watcher, watcher.onDidChange(look), watcher.onDidCreate(look));
  }

  async #noteChange(): Promise<void> {
    const now = await versionOf(this.uri);
    if (this.#isSaving || !now || isSame(now, this.#version) || isSame(now, this.#told)) {
      return;
    }
    if (!this.isChanged) {
      await this.revert();
      return;
    }
    this.#told = now;
    const message = `${this.name} changed on disk. It is shown as it was, with your edits; "Revert File" shows it as it is now.`;
    void vscode.window.showWarningMessage(plain(message));
  }
}

/** Undefined if the backup is a whole file. */
async function readBackup(uri: vscode.Uri): Promise<Backup | undefined> {
  const bytes = await vscode.workspace.fs.readFile(uri);
  if (bytes[0] !== "{".charCodeAt(0)) {
    return undefined;
  }
  return JSON.parse(new TextDecoder().decode(bytes)) as Backup;
}
