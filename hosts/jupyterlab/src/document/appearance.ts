/** The viewer in the colours and fonts of JupyterLab's theme, which are properties of CSS. */
import type { IThemeManager } from "@jupyterlab/apputils";
import type { AsdfViewerElement } from "asdf-wasm/viewer";

const PROPERTIES: readonly (readonly [ours: string, theirs: string])[] = [
  ["background", "layout-color1"],
  ["surface", "layout-color1"],
  ["text", "ui-font-color1"],
  ["muted", "ui-font-color2"],
  ["border", "border-color2"],
  ["border-strong", "border-color0"],
  ["radius", "border-radius"],
  ["accent", "brand-color1"],
  ["on-accent", "ui-inverse-font-color1"],
  ["hover", "layout-color2"],
  ["font", "ui-font-family"],
  ["font-mono", "code-font-family"],
];

/** Those that JupyterLab has no single colour for. */
const MIXED: readonly (readonly [ours: string, value: string])[] = [
  // Behind images it is darker than around them, in both themes.
  ["backdrop", "light-dark(var(--jp-layout-color2), var(--jp-layout-color0))"],
  // The ground of the selected row is faint enough for its text.
  ["accent-soft", "color-mix(in srgb, var(--jp-brand-color1) 18%, var(--jp-layout-color1))"],
];

/** Gives the element the colours of the theme, now and when another is chosen. Returns a function that stops that. */
export function followTheme(element: AsdfViewerElement, themes: IThemeManager | null): () => void {
  for (const [ours, theirs] of PROPERTIES) {
    element.style.setProperty(`--asdf-${ours}`, `var(--jp-${theirs})`);
  }
  for (const [ours, value] of MIXED) {
    element.style.setProperty(`--asdf-${ours}`, value);
  }
  const adopt = (): void => {
    const name = themes?.theme;
    element.theme = name ? (themes.isLight(name) ? "light" : "dark") : null;
  };
  adopt();
  themes?.themeChanged.connect(adopt);
  return () => void themes?.themeChanged.disconnect(adopt);
}
