/**
 * `npm run clicks`: clicks and types at random in the viewer (tests/e2e/clicks), for as long as is asked for. A failure is printed
 * with every action that led to it; `npm run clicks -- --seed N --actions M` does as many of them again.
 */
import { buildAll } from "../build/build.mjs";
import { command } from "../command/command.mjs";
import { longRun } from "./runners.mjs";

await command(
  {
    name: "npm run clicks",
    help: "Clicks and types at random in the viewer: no error on the console, always an answer, nothing left behind.",
    options: {
      minutes: { value: "N", help: "how long", fallback: "10", whole: true },
      seed: { value: "N", help: "from which the actions follow", fallback: "1", whole: true },
      actions: { value: "N", help: "do only this many actions", whole: true },
    },
  },
  async ({ values: { minutes = "", seed = "", actions } }) => {
    await buildAll("quick");
    const long = actions === undefined ? { CLICKS_MINUTES: minutes } : { CLICKS_ACTIONS: actions };
    await longRun("tests/e2e/clicks/", { ...long, CLICKS_SEED: seed });
  },
);
