/** The script of the viewer's worker. The page hands it WebAssembly modules and schemas when it asks for them. */
import "asdf-wasm/viewer/worker.js";
import { handed } from "@asdf-wasm/hosts/handed";
import { configure } from "asdf-wasm/slim";

configure({ locate: (file) => (file.endsWith(".js") ? undefined : handed(file)) });
