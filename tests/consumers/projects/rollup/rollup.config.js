import { nodeResolve } from "@rollup/plugin-node-resolve";

export default {
  input: { main: "main.js", own: "own.js", worker: "asdf-wasm/pool/worker.js" },
  plugins: [nodeResolve({ browser: true })],
  output: { dir: "dist", format: "es", entryFileNames: "[name].js" },
};
