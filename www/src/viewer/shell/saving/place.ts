/** Where what was written goes: to a place that the browser asks for, or, where it does not, among the downloads. */
import type { FileKind } from "../../state/saveJob.ts";
import { save } from "../../ui/download.ts";

export const ASDF: FileKind = { description: "ASDF file", mime: "application/asdf", extension: ".asdf" };

export const ZIP: FileKind = { description: "Zip archive", mime: "application/zip", extension: ".zip" };

type Picker = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle>;

/** Not every browser has it. */
function picker(): Picker | undefined {
  return "showSaveFilePicker" in window ? (window.showSaveFilePicker as Picker) : undefined;
}

/** Whether the person can be asked for a place, which may be that of the opened file. */
export function asks(): boolean {
  return picker() !== undefined;
}

/** Whether asking for a place takes another click: browsers heed one for some seconds. */
export function isTooLate(): boolean {
  return asks() && !navigator.userActivation.isActive;
}

/** What became of it: its name, and the file, where one was chosen; undefined when the person went back. */
export interface Kept {
  readonly name: string;
  readonly file?: File | undefined;
}

export async function keep(content: Blob, name: string, kind: FileKind): Promise<Kept | undefined> {
  let handle: FileSystemFileHandle | undefined;
  try {
    const types = [{ description: kind.description, accept: { [kind.mime]: [kind.extension] } }];
    handle = await picker()?.call(window, { suggestedName: name, types });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") {
      return undefined;
    }
    // A frame in another site's page is not let ask.
  }
  if (!handle) {
    save(content, name);
    return { name };
  }
  await content.stream().pipeTo(await handle.createWritable());
  return { name: handle.name, file: await handle.getFile() };
}
