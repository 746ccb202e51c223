/** The package without the page: every fixture reads as it does in Node, value by value. */
import { NdArray, open } from "asdf-wasm";
import { expect } from "vitest";
import { fixtures, read } from "../../support/truth.ts";
import { digests } from "../support/digests.ts";
import type { Journey } from "./journey.ts";

export const packageJourneys: readonly Journey[] = [
  {
    name: "The package reads every fixture as it does in Node",
    run: async ({ tab, address }) => {
      await tab.goto(`${address}engines/blank`);
      const names = fixtures().map(({ file }) => file);
      const expected = await digests({ open, NdArray }, names, async (name) => read(name).buffer);
      const fetched = `(name) => fetch("/engines/data/" + name).then((response) => response.arrayBuffer())`;
      // A script of the page itself: Firefox shows scripts of drivers only what it takes for safe of the page's values.
      await tab.run(
        (work) => {
          const script = document.createElement("script");
          script.type = "module";
          script.textContent = work;
          document.body.append(script);
        },
        `const { open, NdArray } = await import("/engines/package/index.js");
        const lines = await (${digests})({ open, NdArray }, ${JSON.stringify(names)}, ${fetched});
        const said = document.createElement("pre");
        said.textContent = lines.join("\\n");
        document.body.append(said);`,
      );
      await expect.poll(() => tab.text({ css: "pre" })).not.toBe("");
      expect((await tab.text({ css: "pre" })).split("\n")).toEqual(expected);
      expect(expected.length).toBeGreaterThan(names.length);
    },
  },
];
