/** Checks the options of the functions that open files, and of a file's methods, before anything is read. */
import {
  checkOptions,
  checkSchemas,
  checkWork,
  type OptionNames,
  oneOf,
  wrong,
} from "../api/arguments/checks.ts";
import type { HttpOptions, Limits, OpenOptions, WorkOptions } from "../api/options.ts";
import { WorkerPool } from "../api/worker-pool.ts";

const WORK: OptionNames<WorkOptions> = { signal: true, onProgress: true };
const OPEN: OptionNames<OpenOptions> = {
  ...WORK,
  checksums: true,
  limits: true,
  external: true,
  resolve: true,
  request: true,
  http: true,
  workers: true,
  converters: true,
  schemas: true,
};
const LIMITS: OptionNames<Limits> = { tree: true, nesting: true, block: true, output: true, cache: true };
const HTTP: OptionNames<HttpOptions> = { gap: true, most: true, cache: true, retries: true, timeout: true };

/** Checks the options of `open()` and `openSync()`, or of another function that has `others`, too. */
export function checkOpenOptions(options: OpenOptions, call = "open()", others: object = {}): void {
  checkWork(options, { ...OPEN, ...others }, call);
  const { checksums, external, resolve, request, limits, http, workers } = options;
  oneOf("checksums", checksums, ["error", "warn", "ignore"]);
  oneOf("external", external, ["none", "same-origin", "any"]);
  if (resolve !== undefined && typeof resolve !== "function") {
    throw wrong("resolve", resolve, "a function that finds external files");
  }
  if (request !== undefined && (typeof request !== "object" || request === null)) {
    throw wrong("request", request, "an object such as `{ headers: { authorization } }`");
  }
  if (workers !== undefined && typeof workers !== "boolean" && !(workers instanceof WorkerPool)) {
    throw wrong("workers", workers, "true, false or a pool, such as `new WorkerPool({ size: 4 })`");
  }
  checkSchemas(options.schemas);
  checkNumbers("limits", limits, LIMITS);
  checkNumbers("http", http, HTTP);
}

/** Checks the options of an operation that only has the options that every operation has. */
export function checkWorkOptions(options: WorkOptions, call: string): void {
  checkWork(options, WORK, call);
}

function checkNumbers(name: string, group: object | undefined, known: object): void {
  if (group === undefined) {
    return;
  }
  checkOptions(group, known, `\`${name}\` of open()`);
  for (const [key, value] of Object.entries(group)) {
    if (value !== undefined && !(typeof value === "number" && value >= 0)) {
      throw wrong(`${name}.${key}`, value, "a number that is not negative");
    }
  }
}
