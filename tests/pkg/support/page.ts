/** Serves a consumer's folder with a strict content security policy and reads what its page says in Chromium. */
import type { AddressInfo } from "node:net";
import { preview } from "vite";
import { launchBrowser } from "../../../scripts/setup/browser.mjs";

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:";

export async function pageSays(folder: string): Promise<string> {
  const headers = { "Content-Security-Policy": policy };
  const server = await preview({
    root: folder,
    configFile: false,
    appType: "mpa",
    logLevel: "error",
    build: { outDir: "." },
    preview: { host: "127.0.0.1", port: 0, headers },
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") {
        complaints.push(message.text());
      }
    });
    const { port } = server.httpServer.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    const output = page.locator("output:not(:empty)");
    await output.waitFor({ state: "attached", timeout: 20_000 }).catch(() => {
      throw new Error(`the page said nothing but: ${complaints.join("; ")}`);
    });
    return (await output.textContent()) ?? "";
  } finally {
    await browser.close();
    await server.close();
  }
}
