/** The viewer in any element, for pages that would rather call than declare. */
import { render } from "preact";
import type { FileFacts, Notice } from "./engine/protocol.ts";
import { App } from "./panels/App.tsx";
import { Session, type ViewerSource } from "./session.ts";
import { sheet } from "./styles/sheet.ts";

export interface MountOptions {
  /** A URL that the empty page offers as a sample. */
  readonly sample?: string;
  readonly onOpen?: (file: FileFacts) => void;
  readonly onFailure?: (notice: Notice) => void;
}

export interface MountedViewer {
  /**
   * Opens a file in place of the one shown; of files that refer to each other, one that no other refers to. Resolves
   * when it is open or has failed.
   */
  open(source: ViewerSource | URL): Promise<void>;
  /** Back to the empty page; whatever is going on stops. */
  close(): void;
  /** Takes the viewer out of the element again. */
  destroy(): void;
}

/** Builds a viewer inside the element, which must be able to hold a shadow root. */
export function mount(element: HTMLElement, options: MountOptions = {}): MountedViewer {
  const { onOpen, onFailure } = options;
  const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet()];
  const session = new Session({ ...(onOpen && { onOpen }), ...(onFailure && { onFailure }) });
  const sample = options.sample === undefined ? undefined : absolute(options.sample);
  render(<App session={session} sample={sample} onTheme={() => switchTheme(element)} />, root);
  return {
    open: (source) =>
      session.open(typeof source === "string" || source instanceof URL ? absolute(source) : source),
    close: () => session.close(),
    destroy: () => {
      session.dispose();
      render(null, root);
    },
  };
}

/** A worker resolves addresses against itself, a person against the page. */
function absolute(url: string | URL): string {
  return new URL(url, document.baseURI).href;
}

function switchTheme(element: HTMLElement): void {
  const dark = getComputedStyle(element).getPropertyValue("--theme").trim() === "dark";
  element.setAttribute("theme", dark ? "light" : "dark");
}
