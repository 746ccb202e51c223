/** Dropping files on the page, in any browser that tests drive. */

type Encoded = readonly (readonly [name: string, base64: string])[];

/** Files as they are handed to `dropEncoded`, in the page. */
export function encodedFiles(files: Readonly<Record<string, Buffer>>): Encoded {
  return Object.entries(files).map(([name, bytes]) => [name, bytes.toString("base64")] as const);
}

/** Runs in the page: drops files with the events that a person's drop makes, and does not wait for what becomes of them. */
export function dropEncoded(encoded: Encoded): void {
  const dataTransfer = new DataTransfer();
  for (const [name, base64] of encoded) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    dataTransfer.items.add(new File([bytes], name));
  }
  const target = document.querySelector("asdf-viewer")?.shadowRoot?.querySelector(".viewer");
  for (const type of ["dragenter", "dragover", "drop"]) {
    const init = { bubbles: true, cancelable: true, composed: true, dataTransfer };
    target?.dispatchEvent(new DragEvent(type, init));
  }
}
