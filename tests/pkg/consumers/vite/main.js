import { open, WorkerPool, write } from "asdf-wasm";
import { summary } from "./summary.js";

const pool = new WorkerPool({
  worker: () => new Worker(new URL("./decoder.js", import.meta.url), { type: "module" }),
});
const url = new URL("./roman.asdf", import.meta.url);
document.querySelector("output").textContent = await summary(open, url, write, [true, pool, false]);
