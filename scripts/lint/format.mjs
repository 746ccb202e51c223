/** `npm run format`: formats Rust, TypeScript, CSS and JSON, and applies biome's safe fixes. */
import { command } from "../command/command.mjs";
import { attempt, Problem, packageCommand } from "../command/process.mjs";
import { setup } from "../setup/setup.mjs";

await command(
  {
    name: "npm run format",
    help: "Formats Rust, TypeScript, CSS and JSON, and applies biome's safe fixes.",
  },
  async () => {
    await setup();
    const rust = await attempt("cargo", ["fmt"]);
    const web = await attempt(process.execPath, [
      packageCommand("@biomejs/biome", "biome"),
      "check",
      "--write",
    ]);
    if (rust.code !== 0 || web.code !== 0) {
      throw new Problem("Not everything could be formatted: see above.", rust.output + web.output);
    }
  },
);
