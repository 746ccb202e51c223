/** Files in places, read by them. */
import type * as vscode from "vscode";
import { inPlace } from "../places/keys.ts";
import type { Base } from "./base.ts";

export async function openPlaced({ path, query }: vscode.Uri): Promise<Base> {
  const source = await inPlace(query, (place) => place.source(path.slice(1)));
  return {
    size: source.size ?? 0,
    read: async (offset, length, signal = new AbortController().signal) =>
      source.read(offset, length, { signal }),
    close: () => void source.close?.(),
  };
}
