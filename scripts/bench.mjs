/** `npm run bench`: builds the package, then measures it beside its peers; arguments go to benches/run.mjs. */
import { buildLibrary } from "./build.mjs";
import { main } from "./process.mjs";

await main(async () => {
  await buildLibrary();
  await import(new URL("../benches/run.mjs", import.meta.url).href);
});
