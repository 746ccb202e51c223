/** What the package reads of files, in a few words each, to compare engines. The function runs in Node and in pages. */
import type * as Package from "asdf-wasm";

type Part = Awaited<ReturnType<Package.NdArray["read"]>>;

/** Of each file the digest of its tree and of each array, or the code of the failure. */
export async function digests(
  { open, NdArray }: Pick<typeof Package, "open" | "NdArray">,
  names: readonly string[],
  read: (name: string) => Promise<ArrayBuffer>,
): Promise<string[]> {
  const sha256 = async (content: ArrayBufferView | string): Promise<string> => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const digest = await crypto.subtle.digest(
      "SHA-256",
      Uint8Array.from(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    );
    return Array.from(new Uint8Array(digest).subarray(0, 8), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");
  };
  const failure = (error: unknown): string =>
    error instanceof Error && "code" in error ? String(error.code) : String(error);
  /** The columns of a structure, or the elements. */
  const contents = (part: Part): (ArrayBufferView | string)[] =>
    part.fields
      ? Object.values<Part>(part.fields).flatMap(contents)
      : [ArrayBuffer.isView(part.data) ? part.data : Array.from<unknown>(part.data).map(String).join("\n")];

  const lines: string[] = [];
  for (const name of names) {
    let file: Package.AsdfFile;
    try {
      file = await open(await read(name));
    } catch (error) {
      lines.push(`${name}: ${failure(error)}`);
      continue;
    }
    const seen = new Set<unknown>();
    const arrays: Package.NdArray[] = [];
    /** Values as text; what was seen before is named by when that was. */
    const words = (value: unknown): string => {
      if (value === null || typeof value !== "object") {
        return `${typeof value} ${Object.is(value, -0) ? "-0" : String(value)}`;
      }
      if (seen.has(value)) {
        return `seen ${[...seen].indexOf(value)}`;
      }
      seen.add(value);
      if (value instanceof NdArray) {
        arrays.push(value);
        return `array ${value.shape.join("×")}`;
      }
      return Object.entries(value)
        .map(([key, item]) => `${key}: ${words(item)}`)
        .join("\n");
    };
    lines.push(`${name}: ${await sha256(words(file.tree))}`);
    for (const [i, array] of arrays.entries()) {
      const part = await array.read().then(contents, failure);
      const summary = typeof part === "string" ? part : (await Promise.all(part.map(sha256))).join(" ");
      lines.push(`${name} ${i}: ${summary}`);
    }
  }
  return lines;
}
