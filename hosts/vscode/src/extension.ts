/** What the extension adds to VS Code, wherever it runs. */
import * as vscode from "vscode";
import { AsdfEditor, VIEW_TYPES, viewTypeOf } from "./editor.ts";
import type { Platform } from "./files/base.ts";

export function activateOn(context: vscode.ExtensionContext, platform: Platform): void {
  const editor = new AsdfEditor(context.extensionUri, platform);
  context.subscriptions.push(
    editor,
    ...VIEW_TYPES.map((type) =>
      vscode.window.registerCustomEditorProvider(type, editor, { supportsMultipleEditorsPerDocument: true }),
    ),
    vscode.commands.registerCommand("asdf-wasm.copyPath", () => editor.copyPath()),
    vscode.commands.registerCommand("asdf-wasm.check", () => editor.check()),
    vscode.commands.registerCommand("asdf-wasm.openUrl", openUrl),
    vscode.commands.registerCommand("asdf-wasm.open", (uri?: vscode.Uri) => openIn(uri, viewTypeOf)),
    vscode.commands.registerCommand("asdf-wasm.openAsText", (uri?: vscode.Uri) =>
      openIn(uri, () => "default"),
    ),
    vscode.commands.registerCommand("asdf-wasm.reopenAsText", (uri?: vscode.Uri) =>
      openIn(uri, () => "default"),
    ),
    vscode.commands.registerCommand("asdf-wasm.settings", () =>
      vscode.commands.executeCommand("workbench.action.openSettings", "@ext:asdf-wasm.asdf-viewer"),
    ),
  );
}

/** Opens a file of the explorer, or else the file of the active tab, in an editor. */
async function openIn(uri: vscode.Uri | undefined, editorOf: (uri: vscode.Uri) => string): Promise<void> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const active =
    input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText ? input.uri : undefined;
  const file = uri ?? active;
  if (file) {
    await vscode.commands.executeCommand("vscode.openWith", file, editorOf(file));
  }
}

/** Asks for an address, and opens the file there. */
async function openUrl(): Promise<void> {
  const address = await vscode.window.showInputBox({
    title: "Open ASDF from URL",
    placeHolder: "https://example.org/image.asdf",
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^https?:\/\/\S+$/.test(text.trim()) ? undefined : "An address that begins with https:// or http://",
  });
  if (address) {
    await openIn(vscode.Uri.parse(address.trim(), true), viewTypeOf);
  }
}
