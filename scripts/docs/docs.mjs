/**
 * `npm run docs`: writes the API reference of the package to docs/api, with
 * TypeDoc, from the package's types. TypeDoc uses TypeScript's JavaScript API,
 * which TypeScript 7 lacks; so it has npm packages of its own, in this folder.
 */
import { join } from "node:path";
import { buildLibrary } from "../build/build.mjs";
import { command } from "../command/command.mjs";
import { announced, packageCommand, root, run } from "../command/process.mjs";
import { requirePackages } from "../setup/setup.mjs";

/** Writes the reference; a warning is a problem. */
export async function writeDocs() {
  const here = join(root, "scripts", "docs");
  await requirePackages(here);
  const options = ["--options", join(here, "typedoc.json")];
  await announced("Writing the API reference", () =>
    run(process.execPath, [packageCommand("typedoc", "typedoc", here), ...options], {
      problem: "The API reference has errors or warnings: see TypeDoc's messages above.",
    }),
  );
}

if (process.argv[1] === import.meta.filename) {
  await command(
    { name: "npm run docs", help: "Writes the API reference of the package to docs/api." },
    async () => {
      await buildLibrary("quick");
      await writeDocs();
      console.log("The API reference: docs/api/index.html");
    },
  );
}
