/**
 * `npm run approve`: takes the pictures in tests/e2e/approved again. Look at them before you commit them.
 * `npm run approve -- -t histogram` takes only the screenshots of the states with that name.
 */
import { buildAll } from "../build/build.mjs";
import { command } from "../command/command.mjs";
import { announced, packageCommand, run } from "../command/process.mjs";

await command(
  {
    name: "npm run approve",
    help: "Takes the pictures in tests/e2e/approved again; look at them before you commit them.",
    options: { state: { value: "NAME", short: "t", help: "take only those of the states with this name" } },
  },
  async ({ values: { state } }) => {
    await buildAll("quick");
    process.env["APPROVE"] = "1";
    const test = [packageCommand("vitest"), "run", "tests/e2e/page/approved.test.ts"];
    await announced("Taking pictures of the page", () =>
      run(process.execPath, [...test, ...(state === undefined ? [] : ["-t", state])], {
        problem: "A state of the page could not be entered, or has an accessibility defect.",
      }),
    );
  },
);
