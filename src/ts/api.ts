/** What every entry point of the package exports besides what loads the WebAssembly modules. */
export { AsdfError, type ErrorCode, type ErrorDetail } from "./error.ts";
export { AsdfFile, type SearchHit } from "./file.ts";
export { NdArray } from "./ndarray.ts";
export { WorkerPool, type WorkerPoolOptions } from "./pool/pool.ts";
export { Reference } from "./reference.ts";
export { slice } from "./slice.ts";
export { type FileSummary, type JsonObject, type JsonValue, toJSON } from "./summary.ts";
export type * from "./types.ts";
export { Complex, isFloat, setFloat, Tagged, tagOf, withTag } from "./values.ts";
export { NewArray, ndarray } from "./writer/array.ts";
export type * from "./writer/types.ts";
export { implode, initWriter, write } from "./writing.ts";
