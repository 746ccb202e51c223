/** What the extension and the script in a webview send each other. */
import type { TreeEdit } from "@asdf-wasm/www/viewer/protocol/edits.ts";

export type { TreeEdit };

/** To the extension. */
export type Question =
  /** The script runs, and waits for `open`. */
  | { readonly is: "ready" }
  | {
      readonly is: "read";
      readonly id: number;
      /** The number of a file beside the document, which has 0. */
      readonly file: number;
      readonly offset: number;
      readonly length: number;
    }
  /** Opens a file that the document refers to, by its path relative to it. */
  | { readonly is: "beside"; readonly id: number; readonly path: string }
  /** A file beside the document is not needed any more. */
  | { readonly is: "close"; readonly file: number }
  /** The answer to a `read` or `beside` is not needed any more. */
  | { readonly is: "cancel"; readonly id: number }
  | { readonly is: "edit"; readonly edit: TreeEdit }
  /** The file was checked against schemas. */
  | { readonly is: "checked"; readonly found: readonly CheckEntry[] }
  | { readonly is: "shown"; readonly path: string }
  | { readonly is: "download"; readonly name: string; readonly content: Uint8Array };

/** Something that a check against schemas found. */
export interface CheckEntry {
  readonly message: string;
  /** The line in the file's text, counted from 1. */
  readonly line: number | undefined;
  /** Whether it is what could not be checked, and no problem. */
  readonly isWarning: boolean;
}

/** How far the edits of a file are: which are made, and which are saved. */
export interface EditPlace {
  /** All edits, including those that were undone. */
  readonly edits: readonly TreeEdit[];
  /** How many of them are made. */
  readonly made: number;
  /** How many of them a saved file holds; undefined if none does. */
  readonly saved: number | undefined;
}

/** To the webview. */
export type Order =
  | {
      readonly is: "open";
      readonly name: string;
      readonly size: number;
      readonly place: EditPlace;
      /** How images are displayed, as words of links. */
      readonly display: Readonly<Record<string, string>>;
    }
  | { readonly is: "bytes"; readonly id: number; readonly bytes: Uint8Array }
  /** A file beside the document is open. */
  | { readonly is: "found"; readonly id: number; readonly file: number; readonly size: number }
  | {
      readonly is: "unread";
      readonly id: number;
      readonly message: string;
      readonly code?: string | undefined;
    }
  | { readonly is: "undo" | "redo" | "saved" | "check" }
  /** Edits that were made in another view of the file. */
  | { readonly is: "repeat"; readonly edits: readonly TreeEdit[] };
