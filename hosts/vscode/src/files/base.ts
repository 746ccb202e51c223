/**
 * The bytes that a document was opened from. They stay readable, and the same, when the document is saved: a file on disk keeps its
 * content while it is open, though another one has got its name.
 */
import type { ByteSource } from "asdf-wasm";
import * as vscode from "vscode";
import { SCHEME } from "../scheme.ts";

/** By which a changed file is recognised. */
export interface Version {
  readonly mtime: number;
  readonly size: number;
}

export interface Base {
  readonly size: number;
  read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array>;
  close(): void;
}

/** How files are read and written where the extension runs. */
export interface Platform {
  /** By ranges, if the file is on a disk that this process sees; otherwise undefined. */
  readonly openByRange: (uri: vscode.Uri) => Promise<Base> | undefined;
  /**
   * Where a file is that is named relative to one on such a disk, after all links; otherwise undefined. Rejects if that is outside of the
   * folder of the other one.
   */
  readonly beside: (uri: vscode.Uri, names: readonly string[]) => Promise<string | undefined>;
  /** What writes such a file, whole or not at all; otherwise undefined. */
  readonly writerOf: (uri: vscode.Uri) => ((chunks: AsyncIterable<Uint8Array>) => Promise<void>) | undefined;
}

/** Whether a file is at a server, where nothing is saved. */
export function isRemote({ scheme }: vscode.Uri): boolean {
  return scheme === "http" || scheme === "https" || scheme === SCHEME;
}

/** As a source of asdf-wasm, which closes nothing. */
export function sourceOf({ size, read }: Base): ByteSource {
  return { size, read: (offset, length, { signal }) => read(offset, length, signal) };
}

/** Undefined if the file is not there, or has no version. */
export async function versionOf(uri: vscode.Uri): Promise<Version | undefined> {
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(uri);
    return { mtime, size };
  } catch {
    return undefined;
  }
}

export function isSame(one: Version | undefined, other: Version | undefined): boolean {
  return one?.mtime === other?.mtime && one?.size === other?.size;
}
