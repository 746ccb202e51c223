/** What can be opened, and what it is called before it is. */
import type { FileSet, FolderFile } from "./facts.ts";

/** A file, files that may refer to each other, or a URL. */
export type ViewerSource = Blob | readonly FolderFile[] | FileSet | string;

/** What the worker is to open. */
export function setOf(source: ViewerSource): FileSet | string {
  if (typeof source === "string" || "files" in source) {
    return source;
  }
  return { files: source instanceof Blob ? [{ path: nameOfBlob(source), file: source }] : source };
}

export function nameOf(source: ViewerSource): string {
  const what = setOf(source);
  if (typeof what === "string") {
    return lastOf(what.split(/[?#]/)[0] ?? "");
  }
  const { files, main } = what;
  return lastOf(main ?? (files.length === 1 ? (files[0]?.path ?? "") : `${files.length} files`));
}

function nameOfBlob(file: Blob): string {
  return file instanceof File ? file.name : "file";
}

function lastOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}
