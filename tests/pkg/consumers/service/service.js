import { open, write } from "./node_modules/asdf-wasm/static.js";
import { summary } from "./summary.js";

async function answer(client) {
  const url = new URL("./roman.asdf", import.meta.url);
  // There are no workers in here: asking for them is an error that says so.
  const refusal = await summary(open, url, undefined, [true]).catch((error) => error.message);
  const said = await summary(open, url, write, [false]);
  client.postMessage(JSON.stringify({ refusal, ...JSON.parse(said) }));
}

self.addEventListener("message", (event) => event.waitUntil(answer(event.source)));
