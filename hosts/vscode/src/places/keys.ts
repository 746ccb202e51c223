/**
 * Buckets and other places, and the keys that a person gave for them. They are in the memory of the extension alone: VS Code keeps neither
 * keys nor addresses with signatures.
 */
import type { BucketOptions } from "@asdf-wasm/buckets/bucket";
import { placeAt } from "@asdf-wasm/buckets/find";
import type { Found, Place } from "@asdf-wasm/buckets/place";
import type { Credentials } from "@asdf-wasm/buckets/signer";
import * as vscode from "vscode";
import { plain } from "../plain.ts";

interface Given {
  readonly endpoint?: string | undefined;
  readonly credentials: Credentials;
}

const given = new Map<string, Given>();
/** Of these the address alone may not lead there again. */
const found = new Map<string, Promise<Found>>();
const asking = new Map<string, Promise<void>>();

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
    const { place, takesKeys } = await placeOf(root);
    try {
      return await work(place);
    } catch (cause) {
      const { status, message } = cause as { readonly status?: number; readonly message?: string };
      if (!takesKeys || (status !== 400 && status !== 401 && status !== 403)) {
        throw cause;
      }
      await askOnce(root, message ?? "");
      // It is found anew with the keys. A place that takes none stays: its address alone may not lead there again.
      found.delete(root);
    }
  }
}

/** Whether a person is asked for keys. */
export const isAsking = (): boolean => asking.size > 0;

/** What was given for a place. Keys for all buckets of a server are those of each. */
function givenFor(root: string): Given | undefined {
  return given.get(root) ?? given.get(root.replace(/[^/]+\/$/, ""));
}

function optionsFor(root: string): BucketOptions {
  const first = givenFor(root);
  if (!first) {
    return {};
  }
  let last: Credentials | undefined;
  const credentials = async (): Promise<Credentials> => {
    if (last !== undefined && last === givenFor(root)?.credentials) {
      await askOnce(root, "The keys have expired: what is being read waits for new ones.");
    }
    last = givenFor(root)?.credentials ?? first.credentials;
    return last;
  };
  return { ...(first.endpoint && { endpoint: first.endpoint }), credentials };
}

/** Whoever needs keys at the same time waits for the same ones. */
function askOnce(root: string, why: string): Promise<void> {
  const asked = asking.get(root) ?? ask(root, why).finally(() => asking.delete(root));
  asking.set(root, asked);
  return asked;
}

async function ask(root: string, why: string): Promise<void> {
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
  const accessKeyId = await box(plain(`${why} Access key. ${stay}`), { validateInput: needed });
  const secretAccessKey = await box("Secret key", { password: true, validateInput: needed });
  const sessionToken = await box("Session token, if these keys hold for a time; else empty", {
    password: true,
  });
  const endpoint = root.startsWith("s3:")
    ? await box("Server, if it is not Amazon's: https://s3.example.org", {
        value: givenFor(root)?.endpoint ?? "",
      })
    : "";
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  given.set(root, { endpoint: endpoint || undefined, credentials });
}
