/** The part of `npm run lint` that looks at the architecture. */
import { command } from "../command/command.mjs";
import { Problem, root, run } from "../command/process.mjs";
import { findings } from "./house.mjs";

await command(
  {
    name: "node scripts/architecture/check.mjs",
    help: "Holds imports to the drawing in ARCHITECTURE.md, and rooms to architecture.json; warns of what is large.",
    positionals: { name: "path", help: "say only what names this path", max: 1 },
  },
  async ({ positionals }) => {
    const listing = await run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
      problem: "Git cannot list the repository's files.",
    });
    const { faults, warnings } = findings(root, listing.trim().split("\n"));
    const named = (/** @type {string} */ text) => text.includes(positionals[0] ?? "");
    for (const warning of warnings.filter(named)) {
      console.warn(`Warning: ${warning}.`);
    }
    if (faults.some(named)) {
      throw new Problem(
        "The drawing of rooms is explained in ARCHITECTURE.md.",
        faults.filter(named).join("\n"),
      );
    }
  },
);
