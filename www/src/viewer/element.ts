/**
 * `<asdf-viewer>`: the viewer as an element. It fills its box on the page and brings its own styles; the page's
 * do not reach in, except by `--asdf-…` properties and `::part()`. docs/viewer.md lists its attributes, methods, events, properties
 * of CSS and parts.
 */

import { type MountedViewer, mount, type Shown } from "./mount.tsx";
import { problemIn } from "./problem.ts";
import type { TreeEdit } from "./protocol/edits.ts";
import type { Download } from "./protocol/exports.ts";
import type { FileFacts, Notice, ViewerSource } from "./protocol/facts.ts";
import type { Markers } from "./protocol/over/markers.ts";
import type { Checked } from "./protocol/schemas.ts";

/** The attributes of `<asdf-viewer>`, as JSX and templates write them. */
export interface AsdfViewerAttributes {
  /** The URL of the file to show. */
  src?: string | null | undefined;
  /** A URL that the empty viewer offers as a sample. */
  sample?: string | null | undefined;
  /** Keeps names and addresses of recent files on this device, and offers them. */
  recent?: boolean | undefined;
  /** Offers to copy links: the page's address with the `link` of an `asdf-change`, which the page must follow. */
  links?: boolean | undefined;
  /** The page saves, undoes and opens; see `Offers`. */
  hosted?: boolean | undefined;
  /** Default: the theme of the system. */
  theme?: "light" | "dark" | null | undefined;
}

/** The events of `<asdf-viewer>`. They bubble, also out of shadow roots. */
export interface AsdfViewerEvents {
  /** A file is open. */
  "asdf-open": CustomEvent<FileFacts>;
  /** A file cannot be opened, a part of it cannot be read, or a link leads to what it does not have. */
  "asdf-error": CustomEvent<Notice>;
  /** Another file, or another part of it, is shown. */
  "asdf-change": CustomEvent<Shown>;
  /** A person has edited the tree; not for `undo()`, `redo()` and `repeat()`. */
  "asdf-edit": CustomEvent<TreeEdit>;
  /** The file was checked against schemas: what is wrong, and what could not be checked. */
  "asdf-check": CustomEvent<Checked>;
  /** The viewer would download a file. On the document; a page that takes the file prevents the default. */
  "asdf-download": CustomEvent<Download>;
}

/** A call made before the element is in a page. */
interface Waiting {
  readonly begin: (viewer: MountedViewer) => void;
  readonly drop: () => void;
  /** Whether it replaces the file of `src`, which then need not be opened. */
  readonly replaces: boolean;
}

// On a server, where there are no elements, the class can be imported but not used.
const Base: typeof HTMLElement = globalThis.HTMLElement ?? Object;

export class AsdfViewerElement extends Base {
  static readonly observedAttributes = ["src", "sample", "recent", "links", "hosted"];
  #viewer: MountedViewer | undefined;
  #waiting: Waiting[] = [];

  get src(): string | null {
    return this.getAttribute("src");
  }

  /** Opens a file; null closes all files. */
  set src(url: string | URL | null | undefined) {
    reflect(this, "src", url);
  }

  get sample(): string | null {
    return this.getAttribute("sample");
  }

  set sample(url: string | URL | null | undefined) {
    reflect(this, "sample", url);
  }

  get recent(): boolean {
    return this.hasAttribute("recent");
  }

  set recent(offered: boolean) {
    this.toggleAttribute("recent", offered);
  }

  get links(): boolean {
    return this.hasAttribute("links");
  }

  set links(offered: boolean) {
    this.toggleAttribute("links", offered);
  }

  get hosted(): boolean {
    return this.hasAttribute("hosted");
  }

  set hosted(hosted: boolean) {
    this.toggleAttribute("hosted", hosted);
  }

  get theme(): "light" | "dark" | null {
    const name = this.getAttribute("theme");
    return name === "light" || name === "dark" ? name : null;
  }

  set theme(name: "light" | "dark" | null | undefined) {
    reflect(this, "theme", name);
  }

  /**
   * Opens a file in place of the one shown. Waits until the element is in a page.
   *
   * @throws AsdfError why the file cannot be opened, or `aborted` if it was closed or replaced meanwhile
   */
  open(source: ViewerSource | URL): Promise<FileFacts> {
    return this.#call((viewer) => viewer.open(source), true);
  }

  /** Opens a file in a tab of its own; waits and fails as `open()` does. */
  add(source: ViewerSource | URL): Promise<FileFacts> {
    return this.#call((viewer) => viewer.add(source));
  }

  /**
   * Goes where the link of an `asdf-change` leads, and opens its files if they are not open. Resolves to the file that is shown, or to
   * undefined if there is none; waits and fails as `open()` does.
   */
  follow(link: string): Promise<FileFacts | undefined> {
    return this.#call((viewer) => viewer.follow(link));
  }

  /** Shows what is in a bucket or another place, or opens the file at an address; without an address, asks for one. */
  browse(address?: string): Promise<void> {
    return this.#call(async (viewer) => viewer.browse(address));
  }

  /** Draws markers over the images of the file that is shown, in place of those of the same label; without markers, takes them away. */
  setMarkers(label: string, markers?: Markers): Promise<void> {
    return this.#call(async (viewer) => viewer.setMarkers(label, markers));
  }

  /** Undoes the last edit of the tree, if there is one. */
  undo(): Promise<void> {
    return this.#call((viewer) => viewer.undo());
  }

  /** Redoes the edit of the tree that was undone last, if there is one. */
  redo(): Promise<void> {
    return this.#call((viewer) => viewer.redo());
  }

  /** Makes edits of `asdf-edit` again: in the file that they were made in, as it was before. */
  repeat(edits: readonly TreeEdit[]): Promise<void> {
    return this.#call((viewer) => viewer.repeat(edits));
  }

  /** Checks the file that is shown against schemas; `asdf-check` says what was found, and the tab "File" shows it. */
  check(): Promise<void> {
    return this.#call((viewer) => viewer.check());
  }

  /** The file with its edits, as it would be saved. The array data are read from the source. */
  write(signal?: AbortSignal): Promise<Blob> {
    return this.#call((viewer) => viewer.write(signal));
  }

  /** Tells the viewer that the page has saved the file as it is now. */
  noteSaved(): Promise<void> {
    return this.#call((viewer) => viewer.noteSaved());
  }

  /** Closes all files and stops all work. `src` stays as it is. */
  close(): void {
    this.#drop();
    this.#viewer?.close();
  }

  connectedCallback(): void {
    if (this.#viewer) {
      // It was moved.
      return;
    }
    for (const name of ["src", "sample", "recent", "links", "hosted", "theme"] as const) {
      adopt(this, name);
    }
    const report = (name: keyof AsdfViewerEvents, detail: unknown) =>
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    const viewer = mount(this, {
      ...this.#offers(),
      onOpen: (file) => report("asdf-open", file),
      onFailure: (notice) => report("asdf-error", notice),
      onChange: (shown) => report("asdf-change", shown),
      onEdit: (edit) => report("asdf-edit", edit),
      onCheck: (checked) => report("asdf-check", checked),
    });
    this.#viewer = viewer;
    const waiting = this.#waiting.splice(0);
    if (!waiting[0]?.replaces) {
      this.#openSrc();
    }
    for (const { begin } of waiting) {
      begin(viewer);
    }
  }

  disconnectedCallback(): void {
    // A page that moves an element removes it first: the viewer ends only if it is not inserted again.
    setTimeout(() => {
      if (!this.isConnected) {
        this.#viewer?.destroy();
        this.#viewer = undefined;
      }
    });
  }

  /** With this, `moveBefore()` keeps the state of the element: there is nothing to do. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (now === before) {
      return;
    }
    if (name !== "src") {
      this.#viewer?.offer(this.#offers());
      return;
    }
    this.#drop();
    if (now) {
      this.#openSrc();
    } else {
      this.#viewer?.close();
    }
  }

  #offers() {
    return { sample: this.sample ?? undefined, recent: this.recent, links: this.links, hosted: this.hosted };
  }

  #openSrc(): void {
    if (this.src) {
      // An event reports the failure.
      this.#viewer?.open(this.src).catch(() => {});
    }
  }

  #call<T>(call: (viewer: MountedViewer) => Promise<T>, replaces = false): Promise<T> {
    if (this.#viewer) {
      return call(this.#viewer);
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        begin: (viewer) => call(viewer).then(resolve, reject),
        drop: () => void problemIn(CLOSED).then(reject, reject),
        replaces,
      });
    });
  }

  #drop(): void {
    for (const { drop } of this.#waiting.splice(0)) {
      drop();
    }
  }
}

const CLOSED: Notice = {
  severity: "warning",
  code: "aborted",
  message: "the viewer was closed before it was in a page",
};

declare global {
  interface HTMLElementTagNameMap {
    "asdf-viewer": AsdfViewerElement;
  }
  interface GlobalEventHandlersEventMap extends AsdfViewerEvents {}
}

function reflect(element: HTMLElement, name: string, value: string | URL | null | undefined): void {
  if (value === null || value === undefined) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, String(value));
  }
}

/** Passes a property that was set before the element was defined, and hides the accessor of its name, through that accessor. */
function adopt<K extends keyof AsdfViewerElement>(element: AsdfViewerElement, name: K): void {
  if (Object.hasOwn(element, name)) {
    const value = element[name];
    delete (element as Partial<AsdfViewerElement>)[name];
    element[name] = value;
  }
}
