/** `npm run bench`: builds the package and the page, then measures it beside its peers; arguments go to benches/run.mjs. */
import { buildAll } from "./build.mjs";
import { main } from "./process.mjs";

await main(async () => {
  await buildAll();
  await import(new URL("../benches/run.mjs", import.meta.url).href);
});
