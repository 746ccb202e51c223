/** Where a written file goes: a location the person chooses, or, in browsers without such a dialog, the downloads. */
import type { FileKind } from "../../state/saveJob.ts";
import { save } from "../../ui/download.ts";

export const ASDF: FileKind = { description: "ASDF file", mime: "application/asdf", extension: ".asdf" };

export const ZIP: FileKind = { description: "Zip archive", mime: "application/zip", extension: ".zip" };

type Picker = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle>;

/** Undefined in browsers without it. */
function picker(): Picker | undefined {
  return "showSaveFilePicker" in window ? (window.showSaveFilePicker as Picker) : undefined;
}

/** Whether the browser can ask for a location, which may be the location of the opened file. */
export function asks(): boolean {
  return picker() !== undefined;
}

/** Whether asking for a location needs another click: browsers honour one for some seconds only. */
export function isTooLate(): boolean {
  return asks() && !navigator.userActivation.isActive;
}

/** The saved file's name, and the file itself if a location was chosen. */
export interface Kept {
  readonly name: string;
  readonly file?: File | undefined;
}

/** Asks for a location; undefined if the person chose none. Without a handle, the file goes to the downloads. */
export async function choose(
  name: string,
  kind: FileKind,
): Promise<{ readonly handle: FileSystemFileHandle | undefined } | undefined> {
  try {
    const types = [{ description: kind.description, accept: { [kind.mime]: [kind.extension] } }];
    return { handle: await picker()?.call(window, { suggestedName: name, types }) };
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") {
      return undefined;
    }
    // A cross-origin frame may not ask.
    return { handle: undefined };
  }
}

export async function keep(content: Blob, name: string, kind: FileKind): Promise<Kept | undefined> {
  const chosen = await choose(name, kind);
  if (!chosen) {
    return undefined;
  }
  const { handle } = chosen;
  if (!handle) {
    save(content, name);
    return { name };
  }
  await content.stream().pipeTo(await handle.createWritable());
  return { name: handle.name, file: await handle.getFile() };
}
