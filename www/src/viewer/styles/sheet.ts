/** All styles of the viewer as one constructed sheet: a strict content security policy allows it. */
import frame from "./frame.css?inline";
import image from "./image.css?inline";
import panels from "./panels.css?inline";
import tokens from "./tokens.css?inline";
import tree from "./tree.css?inline";

let shared: CSSStyleSheet | undefined;

export function sheet(): CSSStyleSheet {
  if (!shared) {
    shared = new CSSStyleSheet();
    shared.replaceSync([tokens, frame, tree, image, panels].join("\n"));
  }
  return shared;
}
