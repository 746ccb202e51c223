/** The script of the viewer's worker. The page puts the addresses of the WebAssembly modules before it, and hands it schemas when it asks. */
import "asdf-wasm/viewer/worker.js";
import { handed } from "@asdf-wasm/hosts/handed";
import { configure } from "asdf-wasm/slim";

declare const asdfModules: Readonly<Partial<Record<string, string>>>;

configure({ locate: (file) => asdfModules[file] ?? (file.endsWith(".asdf") ? handed(file) : undefined) });
