/**
 * The TypeScript tests: of the scripts, and of what is built: the package in Node (js), in tiny consumer projects (pkg, and
 * consumers with other bundlers), against servers (net), the page in Chromium (e2e).
 */
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/{scripts,js,pkg,consumers,e2e,net}/**/*.test.ts"],
    // The consumers may have tests of their own.
    exclude: ["**/node_modules/**", "tests/**/projects/**", "tests/consumers/work/**"],
    // One for each core: vitest would leave one to itself, which is half of two.
    maxWorkers: availableParallelism(),
    // Installing a consumer, starting a browser and drawing without a graphics card take long on a slow machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // The default of one second is too short for such a machine.
    expect: { poll: { timeout: 60_000 } },
  },
});
