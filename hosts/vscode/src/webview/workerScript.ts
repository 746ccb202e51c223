/** The script of the viewer's worker. The page puts the addresses of the WebAssembly modules before it. */
import "asdf-wasm/viewer/worker.js";
import { configure } from "asdf-wasm/slim";

declare const asdfModules: Readonly<Partial<Record<string, string>>>;

configure({ locate: (file) => asdfModules[file] });
