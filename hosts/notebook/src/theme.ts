/** The theme of the notebook: light or dark as JupyterLab, VS Code and marimo say it, or as the system does. */

/** Follows the notebook until the function that is returned is called. */
export function followTheme(set: (theme: "light" | "dark" | null) => void): () => void {
  const update = () => set(themeOf(document));
  const observer = new MutationObserver(update);
  for (const element of [document.documentElement, document.body]) {
    observer.observe(element, { attributes: true });
  }
  update();
  return () => observer.disconnect();
}

/** Null if the notebook does not say: then the system's. */
export function themeOf({
  documentElement,
  body,
}: Pick<Document, "documentElement" | "body">): "light" | "dark" | null {
  // JupyterLab and Notebook 7.
  const { jpThemeLight, vscodeThemeKind, theme } = { ...documentElement.dataset, ...body.dataset };
  if (jpThemeLight) {
    return jpThemeLight === "false" ? "dark" : "light";
  }
  if (vscodeThemeKind) {
    return /dark|^vscode-high-contrast$/.test(vscodeThemeKind) ? "dark" : "light";
  }
  // marimo.
  const names = [theme, ...documentElement.classList, ...body.classList];
  return names.includes("dark") ? "dark" : names.includes("light") ? "light" : null;
}
