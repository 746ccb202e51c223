/** The code that writes: what `writing.ts` loads of it when something is first written. */

export { writerModule } from "../wasm/writer.ts";
export { cutoutFile } from "./edit/cutout.ts";
export { editFile } from "./edit/edit.ts";
export { explodeFile, implodeFiles } from "./edit/exploded.ts";
export { writeFile } from "./output/write.ts";
