/** Saves a file as a download. */
export function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the address when it handles the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
