import { readFile } from "node:fs/promises";
import { open } from "asdf-wasm";
import { summary } from "./summary.js";

const file = await open(await readFile("roman.asdf"));
console.log(await summary(file));
file.close();
