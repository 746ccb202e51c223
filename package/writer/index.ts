/** The writer: the part of this folder that `writing.ts` loads with the first write. */

export { writerModule } from "../wasm/writer.ts";
export { cutoutFile } from "./edit/cutout.ts";
export { editFile } from "./edit/edit.ts";
export { explodeFile, implodeFiles } from "./edit/exploded.ts";
export { writeFile } from "./output/write.ts";
