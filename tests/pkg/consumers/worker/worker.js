import { open, write } from "./node_modules/asdf-wasm/index.js";
import { summary } from "./summary.js";

self.onmessage = async ({ data }) => {
  self.postMessage(await summary(open, data, write));
};
