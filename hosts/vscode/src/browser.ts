/** The extension in a browser: all files are read by VS Code's file systems, which give them whole. */
import type { ExtensionContext } from "vscode";
import { activateOn } from "./extension.ts";

export const activate = (context: ExtensionContext) =>
  activateOn(context, {
    openByRange: () => undefined,
    beside: async () => undefined,
    writerOf: () => undefined,
  });
