/** World coordinates: the part of this room that `loading.ts` loads with the first WCS. */

export { wcsModule } from "../wasm/wcs.ts";
export { compileWcs } from "./compile.ts";
