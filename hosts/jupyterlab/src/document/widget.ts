/**
 * A tab with the viewer on one file of the server: what is shown of it, its edits, and saving. The document manager's context does not
 * know the content, so what would read or write that is done here instead.
 */
import { Dialog, InputDialog, type IThemeManager, Notification, showDialog } from "@jupyterlab/apputils";
import { type DocumentRegistry, DocumentWidget } from "@jupyterlab/docregistry";
import type { ServiceManager } from "@jupyterlab/services";
import type { Message } from "@lumino/messaging";
import { type ISignal, Signal } from "@lumino/signaling";
import { Widget } from "@lumino/widgets";
import { AsdfError } from "asdf-wasm";
import { AsdfViewerElement } from "asdf-wasm/viewer";
import { LIMITS } from "../files/upload.ts";
import { followTheme } from "./appearance.ts";
import { Edits } from "./edits.ts";
import { ServerFile } from "./server.ts";

/** Times of files on some servers differ by this much from one question to the next, in milliseconds. */
const MARGIN = 500;

export interface AsdfOptions {
  readonly context: DocumentRegistry.Context;
  readonly services: ServiceManager.IManager;
  readonly themes: IThemeManager | null;
}

/** The element, and the file that it shows. */
export class AsdfContent extends Widget {
  readonly element = new AsdfViewerElement();
  readonly #context: DocumentRegistry.Context;
  readonly #file: ServerFile;
  readonly #edits = new Edits();
  readonly #shown = new Signal<this, string>(this);
  readonly #stop = new AbortController();
  #link = "";
  /** Why the file itself cannot be saved, if it cannot. */
  #unsaved = "";
  /** Resolves when the file is open, or cannot be opened. */
  #opening: Promise<unknown> = Promise.resolve();

  constructor({ context, services, themes }: AsdfOptions) {
    super();
    this.#context = context;
    this.#file = new ServerFile(services, () => context.path);
    this.addClass("jp-AsdfViewer");
    this.node.tabIndex = -1;
    const { element } = this;
    element.hosted = true;
    Object.assign(element.style, { display: "block", height: "100%" });
    element.style.setProperty("--asdf-min-height", "0");
    const forget = followTheme(element, themes);
    this.disposed.connect(forget);
    this.node.append(element);
    this.#listen();
    this.#take();
    this.#opening = context.ready.then(() => this.#open()).catch(() => {});
  }

  /** What is shown, as `asdf-change` reports it; used to return to it. */
  get link(): string {
    return this.#link;
  }

  /** Says that something else is shown. */
  get shown(): ISignal<this, string> {
    return this.#shown;
  }

  /** Goes where a link of the same file leads, once that is open. */
  async follow(link: string): Promise<void> {
    await this.#opening;
    await this.element.follow(named(link, this.#file.name));
  }

  override dispose(): void {
    this.#stop.abort();
    super.dispose();
  }

  protected override onActivateRequest(message: Message): void {
    super.onActivateRequest(message);
    if (!this.node.contains(document.activeElement)) {
      this.node.focus({ preventScroll: true });
    }
  }

  /** Opens the file again, as the server has it now, where `link` leads. */
  async #open(link = ""): Promise<void> {
    this.#edits.clear();
    this.#mark();
    try {
      const source = await this.#file.open();
      this.#stop.signal.throwIfAborted();
      if (link !== "") {
        // Without a file of this name, the viewer waits for one and goes there.
        this.element.close();
        await this.element.follow(named(link, this.#file.name));
      }
      const { dialect } = await this.element.open(source);
      this.#unsaved = whyNot(dialect, this.#file.name);
    } catch (cause) {
      // What the viewer was not given it cannot complain about.
      if (!this.isDisposed && this.#isOwn(cause)) {
        Notification.error(cause instanceof Error ? cause.message : String(cause));
      }
      throw cause;
    }
  }

  /** Whether a failure is one of the server, and not one that the viewer shows. */
  #isOwn(cause: unknown): boolean {
    return cause instanceof AsdfError && ["network", "not-found", "range-not-supported"].includes(cause.code);
  }

  #reopen(): Promise<void> {
    const opening = this.#open(this.#link);
    this.#opening = opening.catch(() => {});
    return opening;
  }

  #listen(): void {
    const { signal } = this.#stop;
    const { element, node } = this;
    element.addEventListener(
      "asdf-change",
      ({ detail }) => {
        this.#link = detail.link;
        this.#shown.emit(detail.link);
      },
      { signal },
    );
    element.addEventListener(
      "asdf-edit",
      () => {
        this.#edits.add();
        this.#mark();
      },
      { signal },
    );
    node.addEventListener("keydown", (event) => this.#onKey(event), { signal });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.target === this.node) {
      // Nothing in the viewer has the focus: its keys work all the same.
      if (!this.element.dispatchEvent(new KeyboardEvent("keydown", event))) {
        event.preventDefault();
      }
      return;
    }
    const [origin] = event.composedPath();
    const isText = origin instanceof HTMLInputElement || origin instanceof HTMLTextAreaElement;
    const letter = event.key.toLowerCase();
    const isHistory = (event.ctrlKey || event.metaKey) && !event.altKey && "zy".includes(letter);
    if (isHistory && !isText && !event.defaultPrevented) {
      event.preventDefault();
      void (letter === "y" || event.shiftKey ? this.#redo() : this.#undo());
    }
  }

  async #undo(): Promise<void> {
    if (this.#edits.undo()) {
      await this.element.undo();
      this.#mark();
    }
  }

  async #redo(): Promise<void> {
    if (this.#edits.redo()) {
      await this.element.redo();
      this.#mark();
    }
  }

  #mark(): void {
    if (!this.#context.isDisposed) {
      this.#context.model.dirty = this.#edits.isChanged;
    }
  }

  /**
   * Takes over what the context does with the content. Without this it would save its own, which is empty; and copy each file that is
   * opened to a checkpoint, whatever its size.
   */
  #take(): void {
    const context = this.#context;
    const revert = context.revert.bind(context);
    Object.defineProperties(context, {
      canSave: { get: () => false },
      createCheckpoint: { value: async () => ({ id: "", last_modified: new Date().toISOString() }) },
      listCheckpoints: { value: async () => [] },
      save: { value: () => this.#save() },
      saveAs: { value: () => this.#saveAs() },
      revert: {
        value: async () => {
          await revert();
          await this.#reopen();
        },
      },
    });
  }

  async #save(): Promise<void> {
    await this.#context.ready;
    if (!this.#edits.isChanged) {
      return;
    }
    await this.#held(async () => {
      if (this.#unsaved !== "") {
        throw new Error(this.#unsaved);
      }
      if (await this.#isUnchangedOnServer()) {
        await this.#write(this.#context.path);
        this.#edits.clear();
        this.#mark();
        await this.#context.revert();
      }
    });
  }

  /** Runs work during which nothing can be edited: the file is opened again after it. Says why it failed. */
  async #held(work: () => Promise<void>): Promise<void> {
    const { name } = this.#file;
    const hadFocus = this.node.contains(document.activeElement);
    this.element.inert = true;
    try {
      await work();
    } catch (cause) {
      if (!this.#stop.signal.aborted) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        Notification.error(`${name} could not be saved: ${reason}`, { autoClose: false });
      }
      throw cause;
    } finally {
      this.element.inert = false;
      if (hadFocus && !this.node.contains(document.activeElement)) {
        this.node.focus({ preventScroll: true });
      }
    }
  }

  /** Resolves to whether there is a file at another path now. */
  async #saveAs(): Promise<boolean> {
    await this.#context.ready;
    const { path } = this.#context;
    const { value } = await InputDialog.getText({
      title: "Save ASDF File As…",
      label: "Path of the new file",
      text: this.#unsaved === "" ? path : path.replace(/(\.(asdf|fits?|fts))?(\.gz)?$/i, ".asdf"),
      okLabel: "Save",
    });
    if (!value) {
      return false;
    }
    if (value === path) {
      await this.#save();
      return true;
    }
    if ((await this.#file.facts(value)) && !(await mayReplace(value))) {
      return false;
    }
    await this.#held(async () => {
      const content = this.#write(value);
      // The document manager closes this tab when the last message is written, and shows the new file.
      this.#context.model.dirty = false;
      await content.finally(() => this.#mark());
    });
    return true;
  }

  /** Whether the file on the server is the one that was opened. If not, its arrays cannot be read any more; asks what to do. */
  async #isUnchangedOnServer(): Promise<boolean> {
    const known = this.#context.contentsModel?.last_modified;
    const found = await this.#file.facts();
    if (!found) {
      const message = "it was moved or deleted on the server, so its arrays cannot be read any more";
      throw new AsdfError("not-found", message);
    }
    if (!known || Date.parse(found.last_modified) - Date.parse(known) <= MARGIN) {
      return true;
    }
    const { button } = await showDialog({
      title: "File Changed",
      body: `${this.#file.name} was changed on the server after it was opened here, so these edits cannot be saved into it. Load it as it is now and discard the edits?`,
      buttons: [Dialog.cancelButton(), Dialog.warnButton({ label: "Reload and Discard" })],
    });
    if (button.accept) {
      await this.#context.revert();
    }
    return false;
  }

  async #write(path: string): Promise<void> {
    const { name } = this.#file;
    const content = await this.element.write(this.#stop.signal);
    const notice =
      content.size > LIMITS.whole
        ? Notification.emit(`Saving ${name}`, "in-progress", { autoClose: false })
        : "";
    const onProgress = (written: number) => {
      if (notice) {
        Notification.update({ id: notice, message: `Saving ${name}`, progress: written / content.size });
      }
    };
    try {
      await this.#file.write(content, onProgress, path);
    } catch (cause) {
      if (!notice) {
        throw cause;
      }
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${reason}. The file on the server is as it was: save again, or under another name.`, {
        cause,
      });
    } finally {
      if (notice) {
        Notification.dismiss(notice);
      }
    }
  }
}

/** The tab. */
export class AsdfDocument extends DocumentWidget<AsdfContent> {
  constructor(options: AsdfOptions) {
    super({ content: new AsdfContent(options), context: options.context });
    this.title.dataset = { ...this.title.dataset, asdf: "true" };
    // It has a place for the words "read-only" alone.
    this.toolbar.hide();
    void options.context.ready.then(() => {
      this.toolbar.setHidden(options.context.contentsModel?.writable !== false);
    });
  }
}

async function mayReplace(path: string): Promise<boolean> {
  const { button } = await showDialog({
    title: "Replace File?",
    body: `There is a file ${path} already.`,
    buttons: [Dialog.cancelButton(), Dialog.warnButton({ label: "Replace" })],
  });
  return button.accept;
}

/** Why a file cannot be written over; empty if it can. What is written is ASDF, and not packed. */
function whyNot(dialect: string, name: string): string {
  const what = dialect === "fits" ? "a FITS file" : /\.gz$/i.test(name) ? "compressed by gzip" : "";
  return (
    what &&
    `it is ${what}, and edits are written as ASDF: use “Save As” in the menu File, with a name that ends with .asdf`
  );
}

/** The link with the name that the file has now: it may have been renamed since. */
function named(link: string, name: string): string {
  const [query = "", fragment = ""] = link.split("#");
  const place = new URLSearchParams(fragment);
  place.set("file", name);
  return `${query}#${place}`;
}
