/** All styles of the viewer as one constructed sheet: a strict content security policy allows it. */
import details from "./details.css?inline";
import devices from "./devices.css?inline";
import file from "./file.css?inline";
import frame from "./frame.css?inline";
import image from "./image.css?inline";
import menu from "./menu.css?inline";
import notices from "./notices.css?inline";
import opening from "./opening.css?inline";
import row from "./row.css?inline";
import strip from "./strip.css?inline";
import tabs from "./tabs.css?inline";
import tokens from "./tokens.css?inline";
import tree from "./tree.css?inline";

let shared: CSSStyleSheet | undefined;

export function sheet(): CSSStyleSheet {
  if (!shared) {
    shared = new CSSStyleSheet();
    const rooms = [frame, menu, tabs, tree, image, row, strip, opening, notices, details, file, devices];
    shared.replaceSync([tokens, ...rooms].join("\n"));
  }
  return shared;
}

const adopted = new WeakMap<Node, Set<string>>();

/** A `ref` for components that are loaded on demand, which brings their styles. */
export function adopting(styles: string): (element: Element | null) => void {
  return (element) => element && adopt(element, styles);
}

/** Adds styles to the shadow root of an element. */
export function adopt(element: Element, styles: string): void {
  const root = element.getRootNode();
  if (root instanceof ShadowRoot) {
    const known = adopted.get(root) ?? new Set();
    adopted.set(root, known);
    if (!known.has(styles)) {
      known.add(styles);
      const added = new CSSStyleSheet();
      added.replaceSync(styles);
      root.adoptedStyleSheets.push(added);
    }
  }
}
