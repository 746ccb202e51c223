/**
 * Provenance: the software that wrote the file and the file's history, from `asdf_library` and `history` (core
 * schemas of the ASDF standard). Before version 1.2 of the standard, `history` was the list that is now its
 * `entries`. Missing or malformed parts are left out.
 */

import { textOf, valueAt } from "@asdf-wasm/science/tree/values";
import { Tagged, type TreeValue } from "asdf-wasm";
import type { HistoryEntry, Provenance, UsedExtension } from "../../protocol/facts.ts";

/** Entries and extensions beyond this many stay in the tree. */
const MOST = 200;

export function provenanceOf(tree: TreeValue): Provenance {
  const history = valueAt(tree, "history");
  const entries = Array.isArray(history) ? history : valueAt(history, "entries");
  const library = valueAt(tree, "asdf_library");
  return {
    library: software(library),
    author: text(valueAt(library, "author")),
    entries: listOf(entries).map(historyEntry),
    extensions: listOf(valueAt(history, "extensions")).map(extension),
  };
}

function historyEntry(entry: TreeValue): HistoryEntry {
  const used = valueAt(entry, "software");
  return {
    time: text(valueAt(entry, "time")),
    description: text(valueAt(entry, "description")) ?? "",
    software: (Array.isArray(used) ? used : [used]).map(software).filter((name) => name !== undefined),
  };
}

function extension(entry: TreeValue): UsedExtension {
  return {
    name: text(valueAt(entry, "extension_uri")) ?? text(valueAt(entry, "extension_class")) ?? "",
    software: software(valueAt(entry, "software")) ?? software(valueAt(entry, "package")),
  };
}

/** Its name and version. */
function software(value: TreeValue | undefined): string | undefined {
  const name = text(valueAt(value, "name"));
  return name === undefined
    ? undefined
    : [name, text(valueAt(value, "version"))].filter((part) => part).join(" ");
}

function listOf(value: TreeValue | undefined): TreeValue[] {
  return Array.isArray(value) ? value.slice(0, MOST) : [];
}

function text(value: TreeValue | undefined): string | undefined {
  const isScalar = value instanceof Tagged || typeof value !== "object";
  return value === undefined || !isScalar ? undefined : textOf(value);
}
