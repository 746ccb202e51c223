/** What the extension adds to VS Code, wherever it runs. */
import * as vscode from "vscode";
import { AsdfEditor, VIEW_TYPE } from "./editor.ts";
import type { Platform } from "./files/base.ts";

export function activateOn(context: vscode.ExtensionContext, platform: Platform): void {
  const editor = new AsdfEditor(context.extensionUri, platform);
  context.subscriptions.push(
    editor,
    vscode.window.registerCustomEditorProvider(VIEW_TYPE, editor, {
      supportsMultipleEditorsPerDocument: true,
    }),
    vscode.commands.registerCommand("asdf-wasm.copyPath", () => editor.copyPath()),
    vscode.commands.registerCommand("asdf-wasm.openUrl", openUrl),
  );
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
    await vscode.commands.executeCommand(
      "vscode.openWith",
      vscode.Uri.parse(address.trim(), true),
      VIEW_TYPE,
    );
  }
}
