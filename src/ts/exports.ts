/** What every entry point of the package exports besides what loads the WebAssembly modules. */
export { AsdfError, type ErrorCode, type ErrorDetail } from "./api/error.ts";
export { slice } from "./api/slice.ts";
export type * from "./api/types.ts";
export { Complex, isFloat, setFloat, Tagged, tagOf, withTag } from "./api/values.ts";
export type * from "./api/writing.ts";
export { AsdfFile, type SearchHit } from "./file/file.ts";
export { NdArray } from "./file/ndarray.ts";
export { Reference } from "./file/reference.ts";
export { type FileSummary, type JsonObject, type JsonValue, toJSON } from "./file/summary.ts";
export { WorkerPool, type WorkerPoolOptions } from "./pool/pool.ts";
export { NewArray, ndarray } from "./writer/input/array.ts";
export { implode, initWriter, write } from "./writer/writing.ts";
