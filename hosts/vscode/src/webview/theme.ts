/** VS Code's theme for the viewer: light or dark, which it says by classes of the body. Colours are properties of the page. */
import type { AsdfViewerElement } from "asdf-wasm/viewer";

export function followTheme(viewer: AsdfViewerElement): void {
  const follow = () => {
    const { classList } = document.body;
    const isLight = classList.contains("vscode-light") || classList.contains("vscode-high-contrast-light");
    viewer.theme = isLight ? "light" : "dark";
  };
  new MutationObserver(follow).observe(document.body, { attributes: true, attributeFilter: ["class"] });
  follow();
}
