/**
 * `npm test`: sets up, builds and runs the tests. It prints one line a stage,
 * and a stage's output only when it failed; the last line sums up all stages.
 */
import { cpus } from "node:os";
import { command } from "../command/command.mjs";
import { inLanes } from "../command/lanes.mjs";
import { Problem } from "../command/process.mjs";
import { requireTestBrowsers } from "../setup/browser.mjs";
import { setup } from "../setup/setup.mjs";
import { buildStage, lintStages, stages } from "./stages.mjs";

/** @typedef {import("./stages.mjs").Stage} Stage */
/** @typedef {{ passed: number, failed: number, seconds: number }} Result */

/** The seconds that all processors of this machine have worked. */
const processorSeconds = () =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + (user + nice + sys + irq) / 1000, 0);

/** @param {number} start */
const secondsSince = (start) => (performance.now() - start) / 1000;

/**
 * The stages to run: the named ones; else all that are not slow, the slow ones, or all.
 *
 * @param {readonly string[]} names
 * @param {Set<string>} flags
 * @returns {Stage[]}
 */
function chosenStages(names, flags) {
  const chosen = stages.filter(({ name, slow = false }) =>
    names.length > 0 ? names.includes(name) : flags.has("all") || slow === flags.has("slow"),
  );
  const all = flags.has("lint") ? [...lintStages, ...chosen] : chosen;
  const build = buildStage(flags.has("release") ? "release" : "quick");
  return all.some(({ built }) => built) ? [build, ...all] : all;
}

/**
 * Begins to install what stages need, one after another, because several may need the same; meanwhile stages run that need none
 * of it. Returns for each stage a promise that resolves when it can begin.
 *
 * @param {readonly Stage[]} chosen
 */
function installing(chosen) {
  let last = Promise.resolve();
  return new Map(
    chosen.map((stage) => {
      const ready = last.then(async () => {
        if (stage.browser) {
          await requireTestBrowsers();
        }
        await stage.prepare?.();
      });
      // What cannot be installed fails the stage that needs it, not those after it.
      last = ready.catch(() => {});
      return [stage, ready];
    }),
  );
}

/**
 * Runs one stage and prints its line.
 *
 * @param {Stage} stage
 * @param {Promise<void>} [ready] when what it needs is installed
 * @returns {Promise<Result>}
 */
async function runStage({ title, run }, ready) {
  let start = performance.now();
  const label = title.padEnd(28);
  const begin = async () => {
    await ready;
    start = performance.now();
    return run();
  };
  const outcome = await begin().catch((error) => {
    const output = error instanceof Problem ? `${error.output}\n${error.message}` : String(error.stack);
    return { code: 1, passed: 0, failed: 1, output };
  });
  const seconds = secondsSince(start);
  if (typeof outcome === "string") {
    console.log(`${label} ${outcome}`);
    return { passed: 0, failed: 0, seconds };
  }
  // A compile error, or a crash outside of any test, is a failure too.
  const failed = outcome.code === 0 ? outcome.failed : Math.max(outcome.failed, 1);
  if (failed > 0) {
    console.error(outcome.output.trim());
  }
  const verdict = failed > 0 ? "FAILED" : "ok";
  console.log(`${label} ${verdict}. ${outcome.passed} passed; ${failed} failed; ${seconds.toFixed(1)} s`);
  return { passed: outcome.passed, failed, seconds };
}

/** @param {readonly Stage[]} chosen */
async function runStages(chosen) {
  const ready = installing(chosen);
  let built = true;
  return inLanes(chosen, async (stage) => {
    if (stage.built && !built) {
      console.log(`${stage.title.padEnd(28)} not run: the build failed`);
      return { passed: 0, failed: 0, seconds: 0 };
    }
    const result = await runStage(stage, ready.get(stage));
    built &&= stage.name !== "build" || result.failed === 0;
    return result;
  });
}

await command(
  {
    name: "npm test",
    help: "Sets up, builds and runs the tests: all that a change needs to be trusted, or the named stages.",
    positionals: { name: "stage", help: "run only these", choices: stages.map(({ name }) => name) },
    options: {
      all: { help: "also run the slow stages, as `npm run test:all` does" },
      slow: { help: "run only the slow stages" },
      lint: { help: "also run the checks of `npm run lint`, beside the tests" },
      release: { help: "test the modules that are published, not those that compile quickly" },
    },
  },
  async ({ positionals, flags }) => {
    const start = performance.now();
    const worked = processorSeconds();
    const chosen = chosenStages(positionals, flags);
    await setup();
    console.log(`Set up in ${secondsSince(start).toFixed(1)} s.`);

    const results = await runStages(chosen);
    const sum = (/** @type {keyof Result} */ key) =>
      results.reduce((total, result) => total + result[key], 0);
    const clock = secondsSince(start).toFixed(1);
    console.log(`The stages took ${sum("seconds").toFixed(1)} s; side by side, with setting up, ${clock} s.`);
    const processors = (processorSeconds() - worked).toFixed(0);
    console.log(`The machine's ${cpus().length} processors worked ${processors} s in that time.`);
    console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
    if (sum("failed") > 0) {
      process.exitCode = 1;
    }
  },
);
