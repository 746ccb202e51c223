import { open, write } from "asdf-wasm";
import { summary } from "./summary.js";

console.log(await summary(open, "roman.asdf", write));
