/** Each version of Vite, from its development server and as it builds: a page that reads and writes, and its own worker. */
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { expected } from "../pkg/support/consumer.ts";
import { pageSays, pageSaysAt } from "../pkg/support/page.ts";
import { project, tools } from "./support/project.ts";

type Vite = typeof import("vite");

const versions = ["5", "6", "7", "8"];

function vite(version: string): Promise<Vite> {
  const path = join(tools, "node_modules", `vite-${version}`, "dist", "node", "index.js");
  return version === "8" ? import("vite") : import(pathToFileURL(path).href);
}

// What the versions between do otherwise would show in what they build.
describe.each(["5", "8"])("Vite %s", (version) => {
  test("its development server", async () => {
    const root = await project("vite", `vite-${version}-dev`);
    const { createServer } = await vite(version);
    const server = await createServer({
      root,
      logLevel: "error",
      server: { host: "127.0.0.1", port: 0, hmr: false },
    });
    try {
      await server.listen();
      const port = (server.httpServer?.address() as AddressInfo | undefined)?.port;
      const said = JSON.parse(await pageSaysAt(`http://127.0.0.1:${port}/`));
      expect(said).toEqual([expected(), expected()]);
    } finally {
      await server.close();
    }
  });
});

describe.each(versions)("Vite %s", (version) => {
  test.each(["vite", "vite-iife"])(
    "the project %s, built, under a strict content security policy",
    async (name) => {
      const root = await project(name, `${name}-${version}-build`);
      const { build } = await vite(version);
      await build({ root, base: "./", logLevel: "error" });
      expect(JSON.parse(await pageSays(join(root, "dist")))).toEqual([expected(), expected()]);
    },
  );
});
