/** The tests of what is built: the package in Node (js), in tiny consumer projects (pkg), against nginx (net), the page in Chromium (e2e). */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/{js,pkg,e2e,net}/**/*.test.ts"],
    // Installing a consumer, starting a browser and drawing without a graphics card take long on a slow machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for: one second, the default, is too short for such a machine.
    expect: { poll: { timeout: 30_000 } },
  },
});
