/** Opens files: at addresses and on disks by ranges, others whole. */
import * as vscode from "vscode";
import { plain } from "../plain.ts";
import { SCHEME } from "../scheme.ts";
import { wholeFileLimit } from "../settings.ts";
import { addressOf } from "./address.ts";
import { type Base, isRemote, type Platform } from "./base.ts";
import { openPlaced } from "./placed.ts";
import { openUrl } from "./remote.ts";

/** Opens a file: by ranges where that is possible, otherwise whole. */
export async function openBase(uri: vscode.Uri, platform: Platform): Promise<Base> {
  if (isRemote(uri)) {
    return uri.scheme === SCHEME ? openPlaced(uri) : openUrl(addressOf(uri));
  }
  const opening = platform.openByRange(uri);
  if (opening) {
    return opening;
  }
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > wholeFileLimit() && !(await agrees(uri, size))) {
    throw new vscode.CancellationError();
  }
  const bytes = await vscode.workspace.fs.readFile(uri);
  const read = async (offset: number, length: number) => bytes.slice(offset, offset + length);
  return { size: bytes.length, read, close: () => {} };
}

async function agrees(uri: vscode.Uri, size: number): Promise<boolean> {
  const name = uri.path.split("/").at(-1);
  const message = `${name} has ${Math.round(size / 2 ** 20)} MB, and this file system can only be read whole.`;
  const read = "Read It All";
  return (await vscode.window.showWarningMessage(plain(message), { modal: true }, read)) === read;
}
