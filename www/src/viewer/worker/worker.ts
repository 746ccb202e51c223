/** The worker that runs the package: it opens a file, keeps its tree, and answers the page's calls. */
import { init } from "asdf-wasm";
import { expose } from "comlink";
import { fileCalls } from "./calls/calls.ts";

expose(fileCalls());
// Starts loading WebAssembly before a file arrives; opening reports a failure.
init().catch(() => {});
