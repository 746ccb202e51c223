import "asdf-wasm/pool/worker.js";
