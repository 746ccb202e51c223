/** The tests of what is built: the package in Node (js), in tiny consumer projects (pkg), against nginx (net), the page in Chromium (e2e). */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/{js,pkg,e2e,net}/**/*.test.ts"],
    // Installing a consumer and starting a browser take seconds on a slow machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
