/** The viewer of the packed package in pages without a bundler, in Node, and to TypeScript. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { packageCommand } from "../../scripts/command/process.mjs";
import { install, pack, runNode } from "./support/consumer.ts";
import { serve } from "./support/page.ts";
import { expectViewer, withPage } from "./support/viewer-page.ts";

let folder: string;

beforeAll(async () => {
  folder = await install("viewer", await pack());
});

test("a plain page, under a strict content security policy", async () => {
  const server = await serve(folder);
  try {
    await expectViewer(server.url);
  } finally {
    await server.close();
  }
});

/** A page whose scripts are on another origin, the same server by another name. `workers` is its policy for workers. */
async function elsewhere(workers: (origin: string) => string, visit: typeof expectViewer): Promise<void> {
  const server = await serve(folder, {});
  const { origin } = new URL(server.url.replace("127.0.0.1", "localhost"));
  const policy = [
    "default-src 'none'; img-src data:",
    `script-src 'self' ${origin} 'wasm-unsafe-eval'`,
    `connect-src 'self' ${origin}`,
    `worker-src ${workers(origin)}`,
  ].join("; ");
  const html = readFileSync(join(folder, "index.html"), "utf8")
    .replace("<title>", `<meta http-equiv="Content-Security-Policy" content="${policy}" />$&`)
    .replace("./main.js", "./elsewhere.js");
  const main = readFileSync(join(folder, "main.js"), "utf8");
  writeFileSync(join(folder, "elsewhere.js"), main.replaceAll("./node_modules", `${origin}/node_modules`));
  writeFileSync(join(folder, "elsewhere.html"), html);
  try {
    await visit(`${server.url}elsewhere.html`);
  } finally {
    await server.close();
  }
}

test("a page that imports the viewer from another origin", async () => {
  await elsewhere((origin) => `blob: ${origin}`, expectViewer);
});

test("such a page whose policy lets no worker import it: the viewer says what is missing", async () => {
  const missing = /it is on (http:\/\/localhost:\d+), not on the origin .* must have `worker-src blob: \1`/;
  await elsewhere(
    () => "'self'",
    (url) =>
      withPage(url, async (page) => {
        await page.getByRole("region", { name: "Notices" }).getByText(missing).waitFor();
        return [/Creating a worker from 'blob:/];
      }),
  );
});

test("a server can import it", async () => {
  const { code, output } = await runNode(["server.js"], folder);
  expect(code, output).toBe(0);
  expect(JSON.parse(output)).toEqual({ mount: "function", element: "function" });
});

test("its types, checked strictly", async () => {
  const { output } = await runNode([packageCommand("typescript", "tsc"), "-p", folder], folder);
  expect(output).toBe("");
});

test("it contains the licences of the libraries inside", () => {
  const viewer = join(folder, "node_modules", "asdf-wasm", "viewer");
  const licences = readFileSync(join(viewer, "THIRD-PARTY.md"), "utf8");
  for (const name of ["preact", "@preact/signals", "comlink", "client-zip", "@codemirror/view"]) {
    expect(licences).toContain(`\n## ${name} `);
  }
  // Scripts with a hash in their names would pile up in the caches of pages that use a CDN.
  expect(readdirSync(viewer)).toEqual(expect.arrayContaining(["index.js", "worker.js", "image.js"]));
});
