import { open, write } from "asdf-wasm/static";
import { summary } from "./summary.js";

self.onmessage = async ({ data }) => {
  self.postMessage(await summary(open, data, write));
};
