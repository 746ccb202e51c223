/** What a person has chosen in the settings of VS Code: package.json describes them. */
import * as vscode from "vscode";

/** How images are displayed, where that differs from what the viewer does by itself: words of its links. */
export function displayWords(): Readonly<Record<string, string>> {
  const settings = vscode.workspace.getConfiguration("asdfViewer");
  const colormap = `${settings.get("colormap", "gray")}${settings.get("invert", false) ? "_r" : ""}`;
  const stretch = settings.get("stretch", "linear");
  const limits = settings.get("limits", "99.5");
  return {
    ...(colormap !== "gray" && { colormap }),
    ...(stretch !== "linear" && { stretch }),
    ...(limits !== "99.5" && { limits }),
  };
}

/** From this size on, in bytes, a person is asked before a file is read whole. */
export function wholeFileLimit(): number {
  return vscode.workspace.getConfiguration("asdfViewer").get("wholeFileLimit", 100) * 2 ** 20;
}
