import type { Download } from "../protocol/exports.ts";

/** Saves a file as a download, unless the page takes it: then it prevents the default of the event. */
export function save(content: Blob, name: string): void {
  const detail: Download = { name, content };
  if (!document.dispatchEvent(new CustomEvent("asdf-download", { detail, cancelable: true }))) {
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the address when it handles the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
