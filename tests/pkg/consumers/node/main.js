import { open } from "asdf-wasm";
import { summary } from "./summary.js";

const file = await open("roman.asdf");
console.log(await summary(file));
file.close();
