/** Ways into the page: files dropped and picked, addresses, links; broken files and slow servers. */
import { expect } from "vitest";
import { SlowServer } from "../../e2e/support/slow-server.ts";
import { fixture, fixturePath, treeFile } from "../../support/files.ts";
import {
  button,
  colours,
  drawn,
  drop,
  notices,
  openFile,
  ROMAN,
  row,
  seeArray,
  showRoman,
  tree,
} from "../support/viewer.ts";
import type { Journey } from "./journey.ts";

export const opening: readonly Journey[] = [
  {
    name: "A file is dropped",
    run: async ({ tab }) => {
      await showRoman(tab);
      await tab.see(row("roman"));
      await seeArray(tab, "roman/data");
    },
  },
  {
    name: "A file is picked",
    run: async ({ tab }) => {
      await tab.see(button("Choose a file"));
      const input = { css: "input[type=file]", hidden: true } as const;
      await tab.put(input, fixturePath("roman/roman_l3_192.asdf"));
      await drawn(tab);
      await expect.poll(() => tab.text({ role: "heading", name: "roman_l3_192.asdf" })).not.toBe("");
    },
  },
  {
    name: "A file is opened by its address: typed, and in the page's own",
    run: async ({ tab, address }) => {
      const field = { role: "textbox", name: "Address of a file" };
      await tab.fill(field, "nothing-there.asdf");
      await tab.press("Enter");
      await expect.poll(() => tab.text(notices)).toContain("it is a web page");
      await tab.fill(field, "sample.asdf");
      await tab.click(button("Open"));
      await seeArray(tab, "roman/data");
      await tab.goto(`${address}?url=sample.asdf&path=roman/err`);
      await seeArray(tab, "roman/err");
    },
  },
  {
    name: "A link shows the same in a fresh profile",
    run: async ({ engine, tab, address }) => {
      await tab.goto(`${address}?url=sample.asdf`);
      await seeArray(tab, "roman/data");
      await tab.choose(colours, "Viridis");
      await tab.click(row("err"));
      await seeArray(tab, "roman/err");
      await expect.poll(() => tab.url()).toMatch(/path=roman\/err.*viridis|viridis.*path=roman\/err/);
      const link = await tab.url();
      const fresh = await engine.open();
      await fresh.goto(link);
      await seeArray(fresh, "roman/err");
      await expect.poll(() => fresh.value(colours)).toBe("viridis");
      await expect.poll(() => fresh.url()).toBe(link);
      await engine.close(fresh);
    },
  },
  {
    name: "Two files are open side by side",
    run: async ({ tab }) => {
      await showRoman(tab);
      await drop(tab, { "other.asdf": treeFile("only: 1") });
      await tab.see(row("only"));
      await tab.miss(row("roman"));
      await tab.click(openFile("roman.asdf"));
      await drawn(tab);
      await tab.see(row("roman"));
      await tab.click(tree);
      await tab.press("]");
      await tab.see(row("only"));
    },
  },
  {
    name: "A broken file says what is wrong, and the page works on",
    run: async ({ tab }) => {
      await drop(tab, { "picture.png": Buffer.from("\x89PNG\r\n\x1a\n................", "latin1") });
      await expect.poll(() => tab.text(notices)).toMatch(/ASDF/);
      await tab.click(button("Dismiss"));
      await tab.miss(notices);
      const whole = await fixture(ROMAN);
      await drop(tab, { "cut.asdf": Buffer.from(whole.subarray(0, whole.length - 2000)) });
      await tab.click(row("var_poisson"));
      await tab.see({ role: "heading", name: "This array cannot be shown" });
      await tab.click(row("err"));
      await seeArray(tab, "roman/err");
    },
  },
  {
    name: "A slow server: waiting is stopped by a button, and what is slow arrives",
    run: async ({ tab, address }) => {
      const server = await SlowServer.start(await fixture(ROMAN));
      try {
        server.begin({ limit: 1000 });
        const link = `${address}?url=${encodeURIComponent(server.url)}`;
        await tab.goto(link);
        await tab.see(button("Cancel"));
        await tab.click(button("Cancel"));
        await tab.miss(button("Cancel"));
        server.begin({ rate: 500_000 });
        await tab.goto(`${address}engines/blank`);
        await tab.goto(link);
        await seeArray(tab, "roman/data");
      } finally {
        server.stop();
      }
    },
  },
];
