/** The viewer in the box of a cell: the file of the kernel in it, and what is shown as the traits of the widget. */
import { type Shown as MountedShown, type MountedViewer, mount } from "asdf-wasm/viewer";
import type { HeldFile, Model, Traits } from "./anywidget.ts";
import { hostFile, sizeOf } from "./file.ts";
import type { Kernel } from "./kernel.ts";
import { linkTo, wordsOf } from "./links.ts";
import { followTheme } from "./theme.ts";
import { prepareWorkers } from "./workers.ts";

/** A cell that shows the widget. */
interface Cell {
  readonly model: Model;
  readonly kernel: Kernel;
  readonly box: HTMLElement;
}

/** Begins to show the widget's file; the function that it resolves to ends that. */
export async function start({ model, kernel, box }: Cell): Promise<() => void> {
  // The viewer starts its first worker at once.
  await prepareWorkers();
  const host = document.createElement("div");
  host.style.cssText = "position: absolute; inset: 0";
  // JupyterLab would take letters that are typed in the viewer for commands, such as X for cutting the cell: it sees them come from
  // this element.
  host.dataset["lmSuppressShortcuts"] = "true";
  host.addEventListener("keydown", leave);
  box.append(host);
  const shown = new Shown(model, kernel, host);
  const stopTheme = themed(model, host);
  return () => {
    stopTheme();
    shown.end();
    host.remove();
  };
}

/** Escape, where the viewer has nothing to close, gives the keys back to the cell. */
function leave(event: KeyboardEvent): void {
  const [inner] = event.composedPath();
  // An open list of choices closes by it.
  if (event.key === "Escape" && !event.defaultPrevented && !(inner instanceof HTMLSelectElement)) {
    (event.currentTarget as Element).closest<HTMLElement>(".jp-Cell")?.focus();
  }
}

/** A file as links name it. */
interface NamedFile {
  readonly name: string;
  readonly url?: string;
}

class Shown {
  readonly #model: Model;
  readonly #kernel: Kernel;
  readonly #viewer: MountedViewer;
  /** The words that this page knows: a change to others comes from Python. */
  #words: string;
  #named: NamedFile | undefined;
  #opened = 0;
  /** How many links are being followed. */
  #following = 0;
  #reports = 0;
  /** The labels of the markers that are drawn. */
  #labels: readonly string[] = [];

  constructor(model: Model, kernel: Kernel, host: HTMLElement) {
    [this.#model, this.#kernel] = [model, kernel];
    this.#words = model.get("link");
    this.#viewer = mount(host, {
      onFailure: ({ message }) => this.#tell({ problem: message }),
      onChange: (shown) => this.#changed(shown),
    });
    model.on("change:link", this.#follow);
    model.on("change:_file", this.#open);
    model.on("change:_markers", this.#mark);
    void this.#open();
  }

  end(): void {
    this.#model.off("change:link", this.#follow);
    this.#model.off("change:_file", this.#open);
    this.#model.off("change:_markers", this.#mark);
    this.#opened = Number.NaN;
    this.#viewer.destroy();
  }

  #tell(traits: Partial<Traits>): void {
    for (const [name, value] of Object.entries(traits) as [keyof Traits, Traits[keyof Traits]][]) {
      this.#model.set(name, value);
    }
    this.#model.save_changes();
  }

  #fail(cause: unknown): void {
    this.#tell({ problem: cause instanceof Error ? cause.message : String(cause) });
  }

  #changed({ name, link, seen }: MountedShown): void {
    // What is shown on the way to what Python asks for is not reported: it would call Python back.
    if (this.#named && name !== "" && this.#following === 0) {
      this.#words = wordsOf(link);
      this.#reports += 1;
      const _seen = seen ? [seen.x, seen.y, seen.across] : [];
      this.#tell({ link: this.#words, name, _seen, _heard: [this.#model.get("_asked"), this.#reports] });
    }
  }

  #mark = (): void => {
    const markers = this.#model.get("_markers");
    for (const label of this.#labels.filter((label) => !Object.hasOwn(markers, label))) {
      this.#viewer.setMarkers(label);
    }
    this.#labels = Object.keys(markers);
    for (const [label, { points, ...look }] of Object.entries(markers)) {
      const { buffer, byteOffset, byteLength } = points;
      const pairs = new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));
      this.#viewer.setMarkers(label, { ...look, points: pairs });
    }
  };

  #follow = (): void => {
    const words = this.#model.get("link");
    if (words !== this.#words && this.#named) {
      this.#words = words;
      // What the file does not have is said in the viewer.
      this.#goTo(this.#named, words).catch(() => {});
    }
  };

  async #goTo(file: NamedFile, words: string): Promise<void> {
    this.#following += 1;
    try {
      await this.#viewer.follow(linkTo(file, words));
    } finally {
      this.#following -= 1;
    }
  }

  #open = async (): Promise<void> => {
    const file = this.#model.get("_file") as HeldFile;
    if (file.number === undefined || file.number === this.#opened) {
      return;
    }
    this.#opened = file.number;
    this.#named = undefined;
    this.#words = this.#model.get("link");
    this.#viewer.close();
    const isCurrent = () => this.#opened === file.number;
    try {
      if (!(await this.#openUrl(file)) && isCurrent()) {
        const size = file.size ?? (await sizeOf(this.#kernel, file));
        if (isCurrent()) {
          this.#named = { name: file.name };
          // The place waits for the file of this name.
          await this.#goTo(this.#named, this.#words);
          await this.#viewer.open(hostFile(this.#kernel, file, size));
        }
      }
      if (isCurrent()) {
        this.#mark();
      }
    } catch (cause) {
      if (isCurrent()) {
        this.#fail(cause);
      }
    }
  };

  /** Opens the file at a URL, if its server lets pages read it. The kernel is not a page, and may read it all the same. */
  async #openUrl({ name, url }: HeldFile): Promise<boolean> {
    if (url === undefined) {
      return false;
    }
    try {
      this.#named = { name, url };
      await this.#goTo(this.#named, this.#words);
      return true;
    } catch {
      this.#named = undefined;
      this.#viewer.close();
      this.#tell({ problem: "" });
      return false;
    }
  }
}

/** Sets the theme of the viewer to the one of the trait, or else of the notebook. */
function themed(model: Model, host: HTMLElement): () => void {
  let stop = () => {};
  const set = (theme: string | null) => {
    if (theme === null) {
      host.removeAttribute("theme");
    } else if (host.getAttribute("theme") !== theme) {
      host.setAttribute("theme", theme);
    }
  };
  const update = () => {
    stop();
    const theme = model.get("theme");
    stop = () => {};
    if (theme === "auto") {
      stop = followTheme(set);
    } else {
      set(theme);
    }
  };
  model.on("change:theme", update);
  update();
  return () => {
    model.off("change:theme", update);
    stop();
  };
}
