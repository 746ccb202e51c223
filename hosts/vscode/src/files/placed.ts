/** Files in places, read by them. */
import type * as vscode from "vscode";
import { inPlace, placeOf } from "../places/keys.ts";
import type { Base } from "./base.ts";

/** `asks`: whether keys are asked for where the place refuses the file. */
export async function openPlaced({ path, query }: vscode.Uri, asks = true): Promise<Base> {
  const key = path.slice(1);
  const source = await (asks
    ? inPlace(query, (place) => place.source(key))
    : placeOf(query).then(({ place }) => place.source(key)));
  return {
    size: source.size ?? 0,
    read: async (offset, length, signal = new AbortController().signal) =>
      source.read(offset, length, { signal }),
    close: () => void source.close?.(),
  };
}
