/** What every entry point of the package exports besides `init`, `open` and `openSync`. */
export { AsdfError, type ErrorCode, type ErrorDetail } from "./error.ts";
export { AsdfFile, type SearchHit } from "./file.ts";
export { NdArray } from "./ndarray.ts";
export { WorkerPool, type WorkerPoolOptions } from "./pool/pool.ts";
export { Reference } from "./reference.ts";
export { slice } from "./slice.ts";
export { type FileSummary, type JsonObject, type JsonValue, toJSON } from "./summary.ts";
export type * from "./types.ts";
export { Complex, Tagged, tagOf } from "./values.ts";
