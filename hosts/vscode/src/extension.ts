/** What the extension adds to VS Code, wherever it runs. */
import { isPlace } from "@asdf-wasm/www/viewer/shell/tabs/address.ts";
import * as vscode from "vscode";
import { AsdfEditor, VIEW_TYPES, viewTypeOf } from "./editor.ts";
import type { Platform } from "./files/base.ts";
import { browse } from "./places/browse.ts";
import { plain } from "./plain.ts";

export function activateOn(context: vscode.ExtensionContext, platform: Platform): void {
  const editor = new AsdfEditor(context.extensionUri, platform);
  context.subscriptions.push(
    editor,
    ...VIEW_TYPES.map((type) =>
      vscode.window.registerCustomEditorProvider(type, editor, { supportsMultipleEditorsPerDocument: true }),
    ),
    vscode.commands.registerCommand("asdf-wasm.copyPath", () => editor.copyPath()),
    vscode.commands.registerCommand("asdf-wasm.check", () => editor.check()),
    vscode.commands.registerCommand("asdf-wasm.openUrl", openAddress),
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

/** Asks for an address, and opens the file there, or shows what is in the bucket or other place. */
async function openAddress(): Promise<void> {
  const text = await vscode.window.showInputBox({
    title: "Open ASDF Address",
    placeHolder: "https://example.org/image.asdf, s3://bucket/, a folder of a web server, a DOI",
    ignoreFocusOut: true,
  });
  const address = text?.trim();
  if (!address) {
    return;
  }
  const open = (uri: vscode.Uri) => openIn(uri, viewTypeOf);
  try {
    await (/^https?:/i.test(address) && !isPlace(address)
      ? open(vscode.Uri.parse(address, true))
      : browse(address, open));
  } catch (cause) {
    if (!(cause instanceof vscode.CancellationError)) {
      void vscode.window.showErrorMessage(plain(cause instanceof Error ? cause.message : String(cause)));
    }
  }
}
