import { open, write } from "asdf-wasm";
import { summary } from "./summary.js";

const url = new URL("./roman.asdf", import.meta.url);
document.querySelector("output").textContent = await summary(open, url, write);
