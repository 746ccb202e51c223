import { open, WorkerPool } from "./node_modules/asdf-wasm/index.js";
import { summary } from "./summary.js";

const started = [];
globalThis.Worker = class extends Worker {
  constructor(...args) {
    super(...args);
    started.push(this);
  }
};

const bytes = new Uint8Array(await (await fetch("./roman.asdf")).arrayBuffer());
let isDeadly = true;
const source = {
  size: bytes.length,
  read: async (offset, length) => {
    if (isDeadly && started.length > 0) {
      isDeadly = false;
      started[0].terminate();
    }
    return bytes.slice(offset, offset + length);
  },
};
const pool = new WorkerPool({ size: 1 });
const file = await open(source, { workers: pool });
// It is the worker that asks for more.
const code = await file
  .get("roman/data")
  .read()
  .catch((error) => error.code);
const said = JSON.parse(await summary((source) => open(source, { workers: pool }), source));
document.querySelector("output").textContent = JSON.stringify({ code, started: started.length, ...said });
