/** `npm run format`: formats Rust, TypeScript, CSS and JSON, applies biome's safe fixes, and draws the rooms. */
import { command } from "../command/command.mjs";
import { attempt, Problem, packageCommand, root } from "../command/process.mjs";
import { setup } from "../setup/setup.mjs";

await command(
  {
    name: "npm run format",
    help: "Formats Rust, TypeScript, CSS and JSON, applies biome's safe fixes, and draws the rooms in ARCHITECTURE.md.",
  },
  async () => {
    await setup();
    // It imports npm packages, which are there by now.
    const { drawRooms } = await import("../architecture/house.mjs");
    drawRooms(root);
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
