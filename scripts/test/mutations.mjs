/**
 * `npm run mutations`: reads files with random mutations beside Python asdf (tests/python), for as long as is asked for. A difference
 * is printed with the number of its case, by which `npm run mutations -- --case N` shows it again.
 */
import { join } from "node:path";
import { buildAll } from "../build/build.mjs";
import { command } from "../command/command.mjs";
import { Problem, root } from "../command/process.mjs";
import { requestPython } from "../setup/python.mjs";
import { longRun } from "./runners.mjs";

await command(
  {
    name: "npm run mutations",
    help: "Reads mutated files beside Python asdf: what both read is the same.",
    options: {
      minutes: { value: "N", help: "how long", fallback: "10", whole: true },
      seed: { value: "N", help: "from which the cases follow", fallback: "1", whole: true },
      case: { value: "N", help: "show only this case again", whole: true },
    },
  },
  async ({ values: { minutes = "", seed = "", case: number } }) => {
    await buildAll("quick");
    const requirements = join(root, "tests", "data", "requirements.txt");
    const { bin, missing } = await requestPython("asdf", requirements);
    if (bin === undefined) {
      throw new Problem(`Python asdf is not there: ${missing}.`);
    }
    const which =
      number === undefined
        ? { MUTATIONS_MINUTES: minutes, MUTATIONS_SEED: seed }
        : { MUTATIONS_CASE: number };
    await longRun("tests/python/", { ...which, MUTATIONS_PYTHON: join(bin, "python") });
  },
);
