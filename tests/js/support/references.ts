/** References, what they lead to, and sets of files that refer to each other. */
import { type AsdfFile, NdArray, type OpenOptions, open, Reference } from "asdf-wasm";
import { column } from "../../support/values.ts";

/** The reference at a path, which must be one. */
export function referenceAt(file: AsdfFile, path: string): Reference {
  const found = file.get(path);
  if (!(found instanceof Reference)) {
    throw new TypeError(`there is no reference at ${path}`);
  }
  return found;
}

/** The elements of what must be an array. */
export async function elements(value: unknown) {
  if (!(value instanceof NdArray)) {
    throw new TypeError("it is no array");
  }
  return column(await value.read()).data;
}

/** Opens `main.asdf` of a set of files that refer to each other, and counts how often each is asked for. */
export async function openSet(files: Record<string, Uint8Array<ArrayBuffer>>, options: OpenOptions = {}) {
  const asked: string[] = [];
  const resolve = (uri: string) => {
    asked.push(uri);
    const bytes = files[uri];
    return bytes && new Blob([bytes]);
  };
  const file = await open(new Blob([files["main.asdf"] ?? ""]), { resolve, ...options });
  return { file, asked };
}
