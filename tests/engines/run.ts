/** Runs the journeys in one engine: one browser for those with the usual settings, one for those with a person's own. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { afterAll, beforeAll, describe, onTestFailed, test } from "vitest";
import { JOURNEYS } from "./journeys/index.ts";
import { Engine, type EngineName, type Settings } from "./support/engine.ts";
import { serveSite } from "./support/site.ts";
import type { Tab } from "./support/tab.ts";

const artefacts = join(import.meta.dirname, "../artefacts");

export function journeysIn(name: EngineName): void {
  let engine: Engine;
  let site: Awaited<ReturnType<typeof serveSite>>;
  beforeAll(async () => {
    site = await serveSite();
    engine = await Engine.launch(name);
  });
  afterAll(async () => {
    await engine?.end();
    await site?.server.close();
  });

  const able = JOURNEYS.filter(({ lacks }) => lacks?.[name] === undefined);
  describe.for(["usual", "eased"] as const satisfies readonly Settings[])("with %s settings", (settings) => {
    let tab: Tab;
    beforeAll(async () => {
      tab = await engine.open(settings);
    });
    afterAll(async () => tab && engine.close(tab));

    for (const { name: title, run } of able.filter(({ eased = false }) => eased === (settings === "eased"))) {
      test(title, async () => {
        onTestFailed(async () => {
          mkdirSync(artefacts, { recursive: true });
          const file = `${name}-${title.replace(/\W+/g, "-")}.png`;
          writeFileSync(join(artefacts, file), PNG.sync.write(await tab.screenshot()));
        });
        await tab.frame(null);
        await tab.goto(`${site.address}engines/blank`);
        await tab.resize(settings === "usual" ? 1200 : 800, settings === "usual" ? 800 : 540);
        await tab.run(() => localStorage.clear());
        await tab.goto(site.address);
        await run({ engine, tab, address: site.address });
      });
    }
  });
}
