/**
 * `<asdf-viewer>`: the viewer as an element.
 *
 * Attributes, each also a property: `src`, the URL of the file to show;
 * `sample`, a URL offered on the empty page; `recent`, whether it offers the
 * files opened last; `theme`, `light` or `dark` (default: the system's).
 * `open()` takes a `File` or `Blob` too, or a list of `{ path, file }` that may
 * refer to each other; `add()` opens in a tab beside the others, `follow()` what
 * a link names; `close()` goes back to the empty page. Events: `asdf-open`
 * (detail: facts about the file), `asdf-error` (detail: code, message and
 * place), `asdf-change` (detail: name and link of what is shown). It fills the
 * box it is given and brings its own styles; the page's do not reach in.
 */

import { type MountedViewer, mount, type Shown } from "./mount.tsx";
import type { FileFacts, Notice, ViewerSource } from "./protocol/facts.ts";

export class AsdfViewerElement extends HTMLElement {
  static readonly observedAttributes = ["src", "theme"];
  #viewer: MountedViewer | undefined;

  get src(): string | null {
    return this.getAttribute("src");
  }

  set src(url: string | null) {
    reflect(this, "src", url);
  }

  get sample(): string | null {
    return this.getAttribute("sample");
  }

  set sample(url: string | null) {
    reflect(this, "sample", url);
  }

  get recent(): boolean {
    return this.hasAttribute("recent");
  }

  set recent(offered: boolean) {
    this.toggleAttribute("recent", offered);
  }

  get theme(): string | null {
    return this.getAttribute("theme");
  }

  set theme(name: string | null) {
    reflect(this, "theme", name);
  }

  /** Opens a file in place of the one shown. Resolves when it is open or has failed. */
  async open(source: ViewerSource | URL): Promise<void> {
    await this.#viewer?.open(source);
  }

  /** Opens a file in a tab of its own. Resolves when it is open or has failed. */
  async add(source: ViewerSource | URL): Promise<void> {
    await this.#viewer?.add(source);
  }

  /** Opens what the link of an `asdf-change` names. Resolves when the file shown is open or has failed. */
  async follow(link: string): Promise<void> {
    await this.#viewer?.follow(link);
  }

  /** Returns to the empty page and stops all work. */
  close(): void {
    this.#viewer?.close();
  }

  connectedCallback(): void {
    this.#viewer = mount(this, {
      ...(this.sample === null ? {} : { sample: this.sample }),
      recent: this.recent,
      onOpen: (detail) => this.dispatchEvent(new CustomEvent("asdf-open", { detail })),
      onFailure: (detail) => this.dispatchEvent(new CustomEvent("asdf-error", { detail })),
      onChange: (detail) => this.dispatchEvent(new CustomEvent("asdf-change", { detail })),
    });
    if (this.src) {
      void this.#viewer.open(this.src);
    }
  }

  disconnectedCallback(): void {
    this.#viewer?.destroy();
    this.#viewer = undefined;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (name === "src" && now !== null && now !== before) {
      void this.#viewer?.open(now);
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "asdf-viewer": AsdfViewerElement;
  }
  interface HTMLElementEventMap {
    "asdf-open": CustomEvent<FileFacts>;
    "asdf-error": CustomEvent<Notice>;
    "asdf-change": CustomEvent<Shown>;
  }
}

function reflect(element: HTMLElement, name: string, value: string | null): void {
  if (value === null) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value);
  }
}
