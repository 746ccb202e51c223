/** Opens an address in the browser of this machine. */
import { spawn } from "node:child_process";

/** `failed` is called if there is none. */
export function opener(address: string, failed: () => void): void {
  const [command = "", ...options] =
    process.platform === "darwin"
      ? ["open"]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", '""']
        : ["xdg-open"];
  const started = spawn(command, [...options, address], { stdio: "ignore", detached: true });
  started.on("error", failed);
  started.on("exit", (code) => {
    if (code !== 0 && code !== null) {
      failed();
    }
  });
  started.unref();
}
