import { open } from "./node_modules/asdf-wasm/index.js";
import { summary } from "./summary.js";

self.onmessage = async ({ data }) => {
  const file = await open(data);
  self.postMessage(await summary(file));
  file.close();
};
