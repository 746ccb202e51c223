/** What a viewer is asked to open: as the worker opens it, and its name before it is open. */
import { OWN_ENDING } from "@asdf-wasm/science/format/dialects";
import { bothEnds } from "@asdf-wasm/science/format/format";
import type { FileSet, FolderFile, Notice, ViewerSource } from "../protocol/facts.ts";
import type { HostFile } from "../protocol/host.ts";

/** Why an opening ended that neither succeeded nor failed. */
export const REPLACED: Notice = {
  severity: "warning",
  code: "aborted",
  message: "the file was closed, or replaced by another, before it was open",
};

/** The source in the form that a connection opens. */
export function setOf(source: ViewerSource): FileSet | HostFile | string {
  if (typeof source === "string" || "files" in source || isHosted(source)) {
    return source;
  }
  return { files: source instanceof Blob ? [{ path: nameOfBlob(source), file: source }] : source };
}

/** The most that a name has; file systems take no more than 255 letters. */
const LONGEST = 255;

/** A file's name as the page knows it: of a very long one both ends. */
export function fileName(name: string): string {
  return bothEnds(name, LONGEST);
}

/** The name of a source before it is open. */
export function nameOf(source: ViewerSource): string {
  return fileName(wholeName(source));
}

function wholeName(source: ViewerSource): string {
  const what = setOf(source);
  if (typeof what === "string") {
    return lastOf(what.split(/[?#]/, 1)[0] ?? "");
  }
  if (isHosted(what)) {
    return what.name;
  }
  const { files, main } = what;
  return lastOf(main ?? (files.length === 1 ? (files[0]?.path ?? "") : `${files.length} files`));
}

/** The files on this device that a source consists of. */
export function filesOf(source: ViewerSource | undefined): readonly FolderFile[] {
  const set = source === undefined ? undefined : setOf(source);
  return typeof set === "object" && "files" in set ? set.files : [];
}

/** The path of the file that a source of several names. */
export function mainOf(source: ViewerSource | undefined): string | undefined {
  const set = source === undefined ? undefined : setOf(source);
  return typeof set === "object" && "files" in set ? set.main : undefined;
}

/** The file on this device that a source leads to: of several, the one at a path. */
export function fileIn(source: ViewerSource | undefined, path = mainOf(source)): FolderFile | undefined {
  const files = filesOf(source);
  return files.length === 1 ? files[0] : files.find((one) => one.path === path);
}

export function isHosted(source: ViewerSource): source is HostFile {
  return typeof source === "object" && "source" in source;
}

function nameOfBlob(file: Blob): string {
  return file instanceof File ? file.name : "file";
}

/** Of a folder with `/` behind it. */
function lastOf(path: string): string {
  return /[^/]*\/?$/.exec(path)?.[0] ?? path;
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

/** A name for what is saved of a file, without an ending: from the names of file and parts, in characters that every system accepts. */
export function nameFor(file: string, ...parts: readonly string[]): string {
  const plain = [stemOf(file), ...parts].map((part) =>
    part.replace(/[^\p{L}\p{N}_.-]+/gu, "_").slice(0, 100),
  );
  return plain.filter((part) => part !== "").join("-");
}

/** A file's name without its extension. */
export function stemOf(name: string): string {
  return name.replace(OWN_ENDING, "") || "file";
}
