/** The part of `npm run lint` that looks at the architecture. */
import { command } from "../command/command.mjs";
import { Problem, root, run } from "../command/process.mjs";
import { faults } from "./house.mjs";

await command(
  {
    name: "node scripts/architecture/check.mjs",
    help: "Holds rooms, imports and sizes to architecture.json, and the drawing in ARCHITECTURE.md to that.",
    positionals: { name: "path", help: "say only what names this path", max: 1 },
  },
  async ({ positionals }) => {
    const listing = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
      problem: "Git cannot list the repository's files.",
    });
    const found = faults(root, listing.trim().split("\n")).filter((fault) =>
      fault.includes(positionals[0] ?? ""),
    );
    if (found.length > 0) {
      throw new Problem(
        "The table of rooms and the limits are explained in ARCHITECTURE.md.",
        found.join("\n"),
      );
    }
  },
);
