/**
 * The nginx that the network tests run against: an installed one, else Debian's package (as root). The environment variable
 * NGINX names a particular one. Without an nginx those tests are skipped.
 */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { announced, attempt } from "../command/process.mjs";
import { isDebian } from "./browser.mjs";

function findNginx() {
  // Not every user's PATH has the folders of servers.
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
  const candidates = [process.env["NGINX"] ?? "", ...folders.map((folder) => join(folder, "nginx"))];
  return candidates.find((path) => existsSync(path));
}

async function installNginx() {
  if (process.getuid?.() === 0 && isDebian()) {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await attempt("apt-get", ["update", "-q"], { env });
    await attempt("apt-get", ["install", "-q", "-y", "--no-install-recommends", "nginx-light"], { env });
    // Debian starts what it installs, on port 80; the tests start their own. In a container there is nothing to stop.
    await attempt("systemctl", ["disable", "--now", "nginx"]);
  }
}

/** The path of an nginx, installed first if there is none; undefined when that is not possible. */
export async function requestNginx() {
  if (!findNginx()) {
    await announced("Installing nginx", installNginx);
  }
  return findNginx();
}
