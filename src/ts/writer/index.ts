/** The code that writes: what `writing.ts` loads of it when something is first written. */
export { cutoutFile } from "./cutout.ts";
export { editFile } from "./edit.ts";
export { writerModule } from "./engine.ts";
export { explodeFile, implodeFiles } from "./exploded.ts";
export { writeFile } from "./write.ts";
