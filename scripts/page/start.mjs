/** `npm start`: sets up, builds, and serves the viewer until it is interrupted. */
import { join } from "node:path";
import { buildAll } from "../build/build.mjs";
import { command } from "../command/command.mjs";
import { root } from "../command/process.mjs";

await command(
  { name: "npm start", help: "Sets up, builds, and serves the viewer until it is interrupted." },
  async () => {
    await buildAll();
    const { preview } = await import("vite");
    const server = await preview({ configFile: join(root, "www", "vite.config.ts"), logLevel: "warn" });
    console.log(`The viewer: ${server.resolvedUrls?.local[0]}  (Ctrl-C ends it)`);
  },
);
