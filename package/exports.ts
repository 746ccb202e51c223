/** The exports that all entries of the package share: everything but the functions that load the module. */
export type * from "./api/arrays.ts";
export type * from "./api/blocks.ts";
export {
  type Configuration,
  configure,
  configuredWorker,
  type ModuleFile,
  type SchemaFile,
  type WorkerScript,
} from "./api/configure.ts";
export {
  type Converter,
  type ConverterContext,
  type ReadContext,
  register,
  type SelectContext,
  type WriteContext,
} from "./api/converter.ts";
export { arrayOf, forgetArray } from "./api/described.ts";
export { AsdfError, type ErrorCode, type ErrorDetail } from "./api/error.ts";
export { NdArray } from "./api/ndarray.ts";
export type * from "./api/options.ts";
export type * from "./api/schema.ts";
export { slice } from "./api/slice.ts";
export {
  isTreeMap as isMap,
  type Path,
  Reference,
  type SearchHit,
  type TreeMap,
  type TreeValue,
} from "./api/tree.ts";
export { Complex, float, isFloat, setFloat, Tagged, tagOf, withTag } from "./api/values.ts";
export type * from "./api/wcs.ts";
export { type StartedWorker, WorkerPool, type WorkerPoolOptions } from "./api/worker-pool.ts";
export type * from "./api/writing.ts";
export type { Bytes } from "./bytes/bytes.ts";
export { AsdfFile, type FoundImage, type FoundNode } from "./file/file.ts";
export { type StackOptions, type StackSource, stack } from "./file/stack.ts";
export { type FileSummary, type JsonObject, type JsonValue, toJSON } from "./file/summary.ts";
export { open, openBytes, openSync } from "./open.ts";
export { convertSky, isSkySystem } from "./science/convert.ts";
export { type Quantity, toQuantity } from "./science/quantity.ts";
export { formatAngle, parseDirection } from "./science/sky.ts";
export { type Column, Table, type TableOptions, toTable } from "./science/table.ts";
export { toDate } from "./science/time.ts";
export { newUnit, toUnit } from "./science/unit.ts";
export { hdusBeside } from "./shown/beside.ts";
export { type ColumnMap, type ColumnValues, columnMap } from "./shown/column-map.ts";
export type { WcsChoice } from "./shown/headers.ts";
export { initFits } from "./wasm/fits-loading.ts";
export { initWcs } from "./wcs/loading.ts";
export { headerOfPart } from "./wcs/part/header.ts";
export type { Wcs } from "./wcs/wcs.ts";
export { NewArray, ndarray } from "./writer/input/array.ts";
export { type NewTableOptions, newTable } from "./writer/input/table.ts";
export { implode, initWriter, write } from "./writer/writing.ts";
