/** One view of a document: a webview with the viewer, which asks for ranges of bytes and is told what happens to the document. */
import * as vscode from "vscode";
import type { AsdfDocument, DocumentListener } from "./document.ts";
import { type Base, isRemote } from "./files/base.ts";
import type { CheckEntry, Order, Question, TreeEdit } from "./messages.ts";
import { pageOf } from "./page.ts";
import { plain } from "./plain.ts";
import { displayWords } from "./settings.ts";

export interface ViewEvents {
  readonly onEdit: (edit: TreeEdit) => void;
  readonly onShown: () => void;
  readonly onChecked: (found: readonly CheckEntry[]) => void;
}

export class DocumentView implements DocumentListener {
  /** The path of the selected node. */
  path = "";
  readonly panel: vscode.WebviewPanel;
  readonly #document: AsdfDocument;
  readonly #events: ViewEvents;
  readonly #reading = new Map<number, AbortController>();
  /** Files that the document refers to, by their numbers. */
  readonly #beside = new Map<number, Base>();
  #opened = 0;
  /** Whether the script in the webview runs. */
  #isReady = false;

  constructor(document: AsdfDocument, panel: vscode.WebviewPanel, extension: vscode.Uri, events: ViewEvents) {
    [this.#document, this.panel, this.#events] = [document, panel, events];
    document.listeners.add(this);
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(extension, "dist")],
    };
    panel.webview.onDidReceiveMessage((question: Question) => void this.#answer(question));
    panel.onDidChangeViewState(() => {
      if (!panel.visible) {
        // Its script is gone, and begins anew when it is shown.
        this.#isReady = false;
        this.#stopReading();
      }
    });
    panel.onDidDispose(() => {
      document.listeners.delete(this);
      this.#stopReading();
    });
    panel.webview.html = pageOf(panel.webview, extension);
  }

  onEdits(edits: readonly TreeEdit[], from: unknown): void {
    if (from !== this) {
      this.#send({ is: "repeat", edits });
    }
  }

  onStep(step: "undo" | "redo"): void {
    this.#send({ is: step });
  }

  onSaved(): void {
    this.#send({ is: "saved" });
  }

  onReset(): void {
    this.#open();
  }

  /** Checks the file against schemas. */
  check(): void {
    this.#send({ is: "check" });
  }

  #open(): void {
    const { name, base, place } = this.#document;
    this.#stopReading();
    this.#send({ is: "open", name, size: base.size, place, display: displayWords() });
  }

  /** A webview without a script is told everything when it has one. */
  #send(order: Order): void {
    if (this.#isReady) {
      void this.panel.webview.postMessage(order);
    }
  }

  async #answer(question: Question): Promise<void> {
    switch (question.is) {
      case "ready":
        this.#isReady = true;
        this.#open();
        break;
      case "read":
        await this.#answerBy(question.id, async (signal) => {
          const base = question.file === 0 ? this.#document.base : this.#beside.get(question.file);
          if (!base) {
            throw new Error("the file was closed");
          }
          const bytes = await base.read(question.offset, question.length, signal);
          return { is: "bytes", id: question.id, bytes };
        });
        break;
      case "beside":
        await this.#answerBy(question.id, (signal) => this.#openBeside(question.id, question.path, signal));
        break;
      case "close":
        this.#beside.get(question.file)?.close();
        this.#beside.delete(question.file);
        break;
      case "cancel":
        this.#reading.get(question.id)?.abort();
        break;
      case "edit":
        this.#events.onEdit(question.edit);
        break;
      case "checked":
        this.#events.onChecked(question.found);
        break;
      case "shown":
        this.path = question.path;
        this.#events.onShown();
        break;
      default:
        await this.#save(question.name, question.content);
    }
  }

  /** Opens a file that the document refers to. */
  async #openBeside(id: number, path: string, signal: AbortSignal): Promise<Order> {
    const base = await this.#document.beside(path);
    if (signal.aborted) {
      base.close();
      throw signal.reason;
    }
    this.#opened += 1;
    this.#beside.set(this.#opened, base);
    return { is: "found", id, file: this.#opened, size: base.size };
  }

  /** Sends the answer to a question, if it is still needed then, or why there is none. */
  async #answerBy(id: number, work: (signal: AbortSignal) => Promise<Order>): Promise<void> {
    const controller = new AbortController();
    this.#reading.set(id, controller);
    try {
      const answer = await work(controller.signal);
      if (!controller.signal.aborted) {
        this.#send(answer);
      }
    } catch (cause) {
      if (!controller.signal.aborted) {
        const { message = String(cause), code } = cause as { message?: string; code?: string };
        this.#send({ is: "unread", id, message, code });
      }
    } finally {
      this.#reading.delete(id);
    }
  }

  #stopReading(): void {
    for (const controller of this.#reading.values()) {
      controller.abort();
    }
    this.#reading.clear();
    for (const base of this.#beside.values()) {
      base.close();
    }
    this.#beside.clear();
  }

  /** Saves an exported file where a person wants it. */
  async #save(name: string, content: Uint8Array): Promise<void> {
    const { uri } = this.#document;
    const folder = isRemote(uri)
      ? vscode.workspace.workspaceFolders?.[0]?.uri
      : vscode.Uri.joinPath(uri, "..");
    const defaultUri = folder && vscode.Uri.joinPath(folder, name);
    const target = await vscode.window.showSaveDialog(defaultUri ? { defaultUri } : {});
    if (target) {
      try {
        await vscode.workspace.fs.writeFile(target, content);
      } catch (cause) {
        void vscode.window.showErrorMessage(plain(`${target.path} cannot be written: ${String(cause)}`));
      }
    }
  }
}
