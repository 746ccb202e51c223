/**
 * `npm run chaos`: reads files while servers, workers and memory fail (tests/net/chaos), for as long as is asked for. A failure is
 * printed with the number of its round, by which `npm run chaos -- --round N` plays it again.
 */
import { buildAll } from "../build/build.mjs";
import { command } from "../command/command.mjs";
import { longRun } from "./runners.mjs";

await command(
  {
    name: "npm run chaos",
    help: "Reads files while servers, workers and memory fail: each answer is right, or an error with a code.",
    options: {
      minutes: { value: "N", help: "how long", fallback: "10", whole: true },
      seed: { value: "N", help: "from which the rounds follow", fallback: "1", whole: true },
      round: { value: "N", help: "play only this round again", whole: true },
    },
  },
  async ({ values: { minutes = "", seed = "", round } }) => {
    await buildAll("quick");
    const which = round === undefined ? { CHAOS_MINUTES: minutes, CHAOS_SEED: seed } : { CHAOS_ROUND: round };
    await longRun("tests/net/chaos/", which);
  },
);
