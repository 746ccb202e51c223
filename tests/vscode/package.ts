/** The built extension. */
export function vsixPath(): string {
  const path = process.env["HOST_FILE"];
  if (!path) {
    throw new Error("HOST_FILE is not set: `npm test -- vscode` builds the extension and sets it");
  }
  return path;
}
