/** `npm start`: sets up, builds, and serves the viewer and the examples until it is interrupted. */
import { join } from "node:path";
import { buildAll } from "../build/build.mjs";
import { command } from "../command/command.mjs";
import { root } from "../command/process.mjs";
import { fileServer } from "./serve.mjs";

/** What the pages of `examples/` need. */
const EXAMPLES = ["examples", "pkg", "www/public"];

await command(
  {
    name: "npm start",
    help: "Sets up, builds, and serves the viewer and the examples until it is interrupted.",
  },
  async () => {
    await buildAll("quick");
    const { preview } = await import("vite");
    const server = await preview({ configFile: join(root, "www", "vite.config.ts"), logLevel: "warn" });
    const examples = await fileServer(root, EXAMPLES);
    await new Promise((ready) => examples.listen(0, "127.0.0.1", () => ready(undefined)));
    const address = examples.address();
    const port = typeof address === "object" && address ? address.port : 0;
    console.log(`The examples: http://127.0.0.1:${port}/examples/index.html`);
    console.log(`The viewer: ${server.resolvedUrls?.local[0]}  (Ctrl-C ends it)`);
  },
);
