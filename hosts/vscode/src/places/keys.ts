/**
 * Buckets and other places, and the keys that a person gave for them. They are in the memory of the extension alone: VS Code keeps neither
 * keys nor addresses with signatures.
 */
import { placeAt } from "@asdf-wasm/buckets/find";
import { type Given, Keys, wantsKeys } from "@asdf-wasm/buckets/keys";
import type { Found, Place } from "@asdf-wasm/buckets/place";
import * as vscode from "vscode";
import { plain } from "../plain.ts";

const keys = new Keys(ask);
/** The address of a place alone may not lead there again. */
const found = new Map<string, Promise<Found>>();

const optionsFor = (root: string) => keys.optionsFor(root);

/** The place that an address is in. */
export async function findPlace(address: string): Promise<Found> {
  const place = await placeAt(address, optionsFor);
  found.set(place.root, Promise.resolve(place));
  return place;
}

/** The place whose addresses begin with `root`, with the keys that were given for it. */
export async function placeOf(root: string): Promise<Found> {
  const opening = found.get(root) ?? placeAt(root, optionsFor);
  found.set(root, opening);
  try {
    return await opening;
  } catch (cause) {
    found.delete(root);
    throw cause;
  }
}

/** Works with the place whose addresses begin with `root`; where it refuses, keys are asked for. */
export async function inPlace<T>(root: string, work: (place: Place) => Promise<T>): Promise<T> {
  for (;;) {
    const now = await placeOf(root);
    try {
      return await work(now.place);
    } catch (cause) {
      if (!wantsKeys(now, cause)) {
        throw cause;
      }
      await keys.renew(root, cause instanceof Error ? cause.message : "");
      // With the keys, it is looked for once more.
      found.delete(root);
    }
  }
}

/** Whether a person is asked for keys. */
export const isAsking = (): boolean => keys.isAsking;

const EXPIRED = "The keys have expired: what is being read waits for new ones.";

async function ask(root: string, refusal = EXPIRED): Promise<Given> {
  const title = `Keys of ${root}`;
  const box = async (prompt: string, options: vscode.InputBoxOptions = {}): Promise<string> => {
    const text = await vscode.window.showInputBox({ title, prompt, ignoreFocusOut: true, ...options });
    if (text === undefined) {
      throw new vscode.CancellationError();
    }
    return text.trim();
  };
  const needed = (text: string) => (text.trim() === "" ? "It is needed" : undefined);
  const stay = "Keys stay in memory until VS Code is closed.";
  const accessKeyId = await box(plain(`${refusal} Access key. ${stay}`), { validateInput: needed });
  const secretAccessKey = await box("Secret key", { password: true, validateInput: needed });
  const sessionToken = await box("Session token, if these keys hold for a time; else empty", {
    password: true,
  });
  const endpoint = root.startsWith("s3:")
    ? await box("Server, if it is not Amazon's: https://s3.example.org", {
        value: String(keys.of(root).endpoint ?? ""),
      })
    : "";
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  return { credentials, ...(endpoint && { endpoint }) };
}
