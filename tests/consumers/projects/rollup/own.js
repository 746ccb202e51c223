import { open, write } from "asdf-wasm";
import { summary } from "./summary.js";

self.onmessage = async ({ data }) => {
  self.postMessage(await summary(open, data, write));
};
