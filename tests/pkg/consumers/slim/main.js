import { init, initWriter, open, WorkerPool, write } from "./node_modules/asdf-wasm/slim.js";
import { summary } from "./summary.js";

const packageUrl = new URL("./node_modules/asdf-wasm/", import.meta.url);
let started = 0;
const pool = new WorkerPool({
  worker: () => {
    started += 1;
    return new Worker(new URL("pool/worker.js", packageUrl), { type: "module" });
  },
});
await init(new URL("asdf_wasm_bg.wasm", packageUrl));
initWriter(Promise.resolve(new URL("asdf_wasm_writer_bg.wasm", packageUrl).href));
const url = new URL("./roman.asdf", import.meta.url);
const said = await summary(open, url, write, [pool, false]);
document.querySelector("output").textContent = JSON.stringify({ started, ...JSON.parse(said) });
