/** Opens an address in the browser of this machine. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The address has a secret, and every user of a machine sees the arguments of its processes: the browser gets a file that only this user
 * may read, which leads on to the address. Returns what removes it; `failed` is called if there is no browser.
 */
export function opener(address: string, failed: () => void): () => void {
  const [command = "", ...options] =
    process.platform === "darwin"
      ? ["open"]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", '""']
        : ["xdg-open"];
  const folder = mkdtempSync(join(tmpdir(), "asdf-wasm-view-"));
  const page = join(folder, "view.html");
  writeFileSync(page, pageTo(address), { mode: 0o600, flag: "wx" });
  const started = spawn(command, [...options, page], { stdio: "ignore", detached: true });
  started.on("error", failed);
  started.on("exit", (code) => {
    if (code !== 0 && code !== null) {
      failed();
    }
  });
  started.unref();
  return () => rmSync(folder, { recursive: true, force: true });
}

function pageTo(address: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>ASDF viewer</title>
<a href="${address}">ASDF viewer</a>
`;
}
