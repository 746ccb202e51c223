/** The page of a webview: what its policy allows, where its files are, and VS Code's colours and fonts for the viewer. */
import * as vscode from "vscode";

/**
 * Properties of the viewer, by VS Code's colours. Themes of high contrast have lines where others have grounds. The borders of fields
 * are too faint in many themes for the box of what is off.
 */
const COLOURS = `
  --asdf-background: var(--vscode-editor-background);
  --asdf-surface: var(--vscode-editorWidget-background);
  --asdf-backdrop: var(--vscode-editor-background);
  --asdf-text: var(--vscode-foreground);
  --asdf-muted: var(--vscode-descriptionForeground);
  --asdf-border: var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-editorGroup-border)));
  --asdf-border-strong: var(--vscode-contrastBorder, color-mix(in srgb, var(--vscode-foreground) 55%, var(--vscode-editor-background)));
  --asdf-accent: var(--vscode-textLink-foreground);
  --asdf-on-accent: var(--vscode-editor-background);
  --asdf-accent-soft: var(--vscode-list-inactiveSelectionBackground);
  --asdf-hover: var(--vscode-list-hoverBackground);
  --asdf-error: var(--vscode-errorForeground);
  --asdf-radius: 3px;
  --asdf-font: var(--vscode-font-family);
  --asdf-font-mono: var(--vscode-editor-font-family);`;

export function pageOf(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = crypto.randomUUID();
  const at = (...path: string[]) =>
    webview.asWebviewUri(vscode.Uri.joinPath(extension, "dist", ...path)).toString();
  const policy = [
    "default-src 'none'",
    // The script loads parts of itself from the extension's own files.
    `script-src 'nonce-${nonce}' ${webview.cspSource} 'wasm-unsafe-eval'`,
    `style-src 'nonce-${nonce}'`,
    "img-src blob: data:",
    "worker-src blob:",
    `connect-src ${webview.cspSource} blob:`,
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}">
<title>ASDF Viewer</title>
<style nonce="${nonce}">
html, body { height: 100%; margin: 0; padding: 0; }
asdf-viewer { height: 100%; --asdf-min-height: 0;${COLOURS}
}
</style>
</head>
<body data-files="${at()}/">
<script type="module" nonce="${nonce}" src="${at("webview", "main.js")}"></script>
</body>
</html>`;
}
