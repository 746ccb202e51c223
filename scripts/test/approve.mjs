/**
 * `npm run approve`: takes the pictures in tests/e2e/approved anew, for somebody to look at before they are committed.
 * `npm run approve -- -t histogram` takes only those of the states of that name.
 */
import { buildAll } from "../build/build.mjs";
import { announced, main, packageCommand, run } from "../command/process.mjs";

await main(async () => {
  await buildAll();
  process.env["APPROVE"] = "1";
  const test = [packageCommand("vitest"), "run", "tests/e2e/page/approved.test.ts", ...process.argv.slice(2)];
  await announced("Taking pictures of the page", () =>
    run(process.execPath, test, {
      problem: "A state of the page could not be entered, or nobody could use it.",
    }),
  );
});
