/**
 * The TypeScript tests, by the folder of `tests` that they are in: the scripts (scripts), parts of the hosts (hosts), the package in Node
 * (js), the viewer and the science in Node (viewer), the command (cli), the package in small projects (pkg) and in bundlers (consumers),
 * servers (net), xarray beside it (references), Python beside it (python), the page in Chromium (e2e) and in three browsers (engines),
 * and each host in the program that it extends (jupyterlab, notebook, vscode).
 */
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Begins with what takes longest, lest one core waits for it at the end: in a new clone vitest orders files by their size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      /(?:approved|consumers\/viewer)\.test\.ts$/.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Whose files run one after the other in few processes: loading what a file imports takes longer than most of its tests. */
const TOGETHER = "tests/{js,viewer,e2e}/**/*.test.ts";
/** What loads modules in a way of its own, changes them, or measures their memory needs a process for each file. */
const APART = "tests/js/apart/**/*.test.ts";

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // The consumers may have tests of their own.
    exclude: ["**/node_modules/**", "tests/**/projects/**", "tests/consumers/work/**"],
    // One for each core: vitest would leave one to itself, which is half of two.
    maxWorkers: availableParallelism(),
    // Installing a consumer, starting a browser and drawing without a graphics card take long on a slow machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // The default of one second is too short for such a machine.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: { name: "together", include: [TOGETHER], exclude: [APART], isolate: false },
      },
      {
        extends: true,
        test: {
          name: "apart",
          include: [
            "tests/{scripts,hosts,cli,pkg,consumers,engines,net,python,references,jupyterlab,notebook,vscode}/**/*.test.ts",
            APART,
          ],
        },
      },
    ],
  },
});
