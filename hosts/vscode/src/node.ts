/** The extension in a process of Node, on the desktop or on a server: it reads ranges of files on disk. */
import type { ExtensionContext } from "vscode";
import { activateOn } from "./extension.ts";
import { disk } from "./files/disk.ts";

export const activate = (context: ExtensionContext) => activateOn(context, disk);
