import { open } from "./node_modules/asdf-wasm/index.js";
import { summary } from "./summary.js";

const file = await open(new URL("./roman.asdf", import.meta.url));
document.querySelector("output").textContent = await summary(file);
file.close();
