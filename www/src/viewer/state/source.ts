/** What a viewer is asked to open: as the worker opens it, and its name before it is open. */
import type { FileSet, ViewerSource } from "../protocol/facts.ts";

/** The source in the form the worker opens. */
export function setOf(source: ViewerSource): FileSet | string {
  if (typeof source === "string" || "files" in source) {
    return source;
  }
  return { files: source instanceof Blob ? [{ path: nameOfBlob(source), file: source }] : source };
}

/** The name of a source before it is open. */
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

/** Whether a file on this device has been changed or removed, and so can no longer be read. */
export function isGone(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => false,
      () => true,
    );
}
