/** Addresses of files at servers. */
import type { Uri } from "vscode";

/** The address that VS Code has unescaped: in it, `%`, and `+` for some servers, would mean something else. */
export function addressOf({
  scheme,
  authority,
  path,
  query,
}: Pick<Uri, "scheme" | "authority" | "path" | "query">): string {
  const names = path.split("/").map(encodeURIComponent).join("/");
  return `${scheme}://${authority}${names}${query && `?${query.replaceAll(/[%+#\s]/g, encodeURIComponent)}`}`;
}
