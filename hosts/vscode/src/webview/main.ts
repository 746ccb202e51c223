/**
 * The script in a webview: the viewer on the document's bytes, which the extension reads by ranges. The extension keeps the edits; VS
 * Code undoes and saves them.
 */
import { configure } from "asdf-wasm/configure";
import type { AsdfViewerElement } from "asdf-wasm/viewer";
import type { EditPlace, Order, Question } from "../messages.ts";
import { UsualDisplay } from "./display.ts";
import { Files } from "./files.ts";
import { followTheme } from "./theme.ts";
import { workerOf } from "./worker.ts";

/** The interface that VS Code provides to the script of a webview. */
interface Host {
  postMessage(question: Question): void;
  /** Kept while the view is hidden, and over restarts. */
  getState(): { readonly link?: string } | undefined;
  setState(state: { readonly link: string }): void;
}

declare function acquireVsCodeApi(): Host;

const host = acquireVsCodeApi();
/** The link that is being followed. It is kept, not what is shown before: the view may be hidden until it is there. */
let following: string | undefined;
let usual = new UsualDisplay({});
const files = new Files((question) => host.postMessage(question));

// A webview may not ask for a place to save to: VS Code does.
Reflect.deleteProperty(window, "showSaveFilePicker");

async function open(
  viewer: AsdfViewerElement,
  { name, size, place, display }: Extract<Order, { is: "open" }>,
): Promise<void> {
  following = host.getState()?.link;
  usual = new UsualDisplay(following === undefined ? display : {});
  try {
    await viewer.open(files.document(name, size));
    await remake(viewer, place);
    if (following !== undefined) {
      await viewer.follow(following);
    }
  } finally {
    following = undefined;
  }
}

/** Brings a file that was just opened to where the edits are. */
async function remake(viewer: AsdfViewerElement, { edits, made, saved = 0 }: EditPlace): Promise<void> {
  await viewer.repeat(edits.slice(0, saved));
  if (saved > 0) {
    await viewer.noteSaved();
  }
  await viewer.repeat(edits.slice(saved));
  for (let at = edits.length; at > made; at -= 1) {
    await viewer.undo();
  }
}

async function obey(viewer: AsdfViewerElement, order: Order): Promise<void> {
  switch (order.is) {
    case "open":
      await open(viewer, order);
      break;
    case "undo":
      await viewer.undo();
      break;
    case "redo":
      await viewer.redo();
      break;
    case "saved":
      await viewer.noteSaved();
      break;
    case "check":
      await viewer.check();
      break;
    case "repeat":
      await viewer.repeat(order.edits);
  }
}

/**
 * Keys that the viewer has handled, and undo in text fields, are not VS Code's as well. VS Code gives the focus to the page: keys that
 * nothing in the viewer has go to the viewer first.
 */
function keepKeys(viewer: AsdfViewerElement): void {
  const isText = (target: EventTarget | undefined) =>
    target instanceof HTMLElement &&
    (target.matches("input:not([type=range], [type=checkbox], [type=color]), textarea") ||
      target.isContentEditable);
  document.addEventListener("keydown", (event) => {
    if (event.target === document.body && !viewer.dispatchEvent(copyOf(event))) {
      event.preventDefault();
    }
    const isUndo = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key);
    if (event.defaultPrevented || (isUndo && isText(event.composedPath()[0]))) {
      event.stopPropagation();
    }
  });
}

/** It does not bubble: VS Code hears the key itself. */
function copyOf({ key, code, ctrlKey, shiftKey, altKey, metaKey, repeat }: KeyboardEvent): KeyboardEvent {
  const keys = { key, code, ctrlKey, shiftKey, altKey, metaKey, repeat };
  return new KeyboardEvent("keydown", { ...keys, cancelable: true });
}

async function start(): Promise<void> {
  const folder = document.body.dataset["files"] ?? "";
  const [configuration] = await Promise.all([workerOf(folder), import("asdf-wasm/viewer")]);
  configure(configuration);
  const viewer = document.createElement("asdf-viewer");
  viewer.hosted = true;
  followTheme(viewer);
  keepKeys(viewer);
  viewer.addEventListener("asdf-edit", ({ detail }) => host.postMessage({ is: "edit", edit: detail }));
  viewer.addEventListener("asdf-change", ({ detail: { name, link, path } }) => {
    // Nothing is shown while the file is being opened: the state before is still needed.
    if (name !== "") {
      host.setState({ link: following ?? link });
      host.postMessage({ is: "shown", path });
      const wanted = following === undefined ? usual.linkFor(link, path) : undefined;
      if (wanted !== undefined) {
        // The viewer says why it cannot go there.
        viewer.follow(wanted).catch(() => {});
      }
    }
  });
  viewer.addEventListener("asdf-check", ({ detail: { problems, warnings } }) => {
    const found = [
      ...problems.map(({ path, message, line }) => ({
        message: `${path || "root"}: ${message}`,
        line,
        isWarning: false,
      })),
      ...warnings.map((message) => ({ message, line: undefined, isWarning: true })),
    ];
    host.postMessage({ is: "checked", found });
  });
  document.addEventListener("asdf-download", (event) => {
    event.preventDefault();
    const { name, content } = event.detail;
    void content.arrayBuffer().then((bytes) => {
      host.postMessage({ is: "download", name, content: new Uint8Array(bytes) });
    });
  });
  document.body.append(viewer);
  // What is ordered is done in that order; a failure is shown in the viewer.
  let last: Promise<unknown> = Promise.resolve();
  window.addEventListener("message", ({ data }: MessageEvent<Order>) => {
    if ("id" in data) {
      files.take(data);
    } else {
      last = last.then(() => obey(viewer, data)).catch(console.error);
    }
  });
  host.postMessage({ is: "ready" });
}

void start();
