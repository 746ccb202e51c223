/** Serves a consumer's folder with a strict content security policy and reads what its page says in Chromium. */
import type { AddressInfo } from "node:net";
import { preview } from "vite";
import { launchTestBrowser } from "../../../scripts/setup/browser.mjs";

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:";

/** Serves a folder, under that policy unless told otherwise; answers the address of its page. */
export async function serve(
  folder: string,
  headers: Record<string, string> = { "Content-Security-Policy": policy },
): Promise<{ url: string; close(): Promise<void> }> {
  const server = await preview({
    root: folder,
    configFile: false,
    appType: "mpa",
    logLevel: "error",
    build: { outDir: "." },
    preview: { host: "127.0.0.1", port: 0, headers },
  });
  const { port } = server.httpServer.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** What the page of a folder says in its `<output>`, when it is served under that policy, or with these headers. */
export async function pageSays(folder: string, headers?: Record<string, string>): Promise<string> {
  const server = await serve(folder, headers);
  try {
    return await pageSaysAt(server.url);
  } finally {
    await server.close();
  }
}

/** What the page at an address says in its `<output>`, in Chromium. */
export async function pageSaysAt(url: string): Promise<string> {
  const browser = await launchTestBrowser();
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") {
        complaints.push(message.text());
      }
    });
    await page.goto(url, { timeout: 100_000 });
    const output = page.locator("output:not(:empty)");
    await output.waitFor({ state: "attached", timeout: 100_000 }).catch(() => {
      throw new Error(`the page said nothing but: ${complaints.join("; ")}`);
    });
    return (await output.textContent()) ?? "";
  } finally {
    await browser.close();
  }
}
