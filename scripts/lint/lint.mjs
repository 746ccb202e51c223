/**
 * `npm run lint`: runs all checks, so that one run shows all there is to mend.
 */
import { buildLibrary } from "../build/build.mjs";
import { command } from "../command/command.mjs";
import { inLanes } from "../command/lanes.mjs";
import { announced, Problem } from "../command/process.mjs";
import { checks } from "./checks.mjs";

await command(
  {
    name: "npm run lint",
    help: "Checks formatting, lints and types of everything; `npm run format` mends formatting.",
  },
  async () => {
    await buildLibrary("quick");
    const findings = await inLanes(checks, async ({ name, run }) => {
      const { code, output } = await announced(name, run);
      if (code !== 0 || output.startsWith("Warning:")) {
        console.error(output.trimEnd());
      }
      return { name, code };
    });
    const failed = findings.filter(({ code }) => code !== 0);
    if (failed.length > 0) {
      const names = failed.map(({ name }) => name).join(", ");
      throw new Problem(`Lint found something in: ${names} (\`npm run format\` mends formatting).`);
    }
    console.log("Lint: nothing found.");
  },
);
