/**
 * The entry `asdf-wasm/configure`, which is part of the others, too, and loads nothing else of them.
 *
 * Where the files of the package are, and how its workers are started, for pages and hosts in which neither the package nor a bundler can
 * know: files from memory, at another address, or under a content security policy. Each thread has its own copy of the package.
 */
import { checkOptions, type OptionNames, wrong } from "./arguments/checks.ts";
import { AsdfError } from "./error.ts";
import type { InitInput } from "./options.ts";
import type { StartedWorker } from "./worker-pool.ts";

/** A WebAssembly module of the package: to read, to read FITS as well, to write, and for world coordinates. */
export type ModuleFile =
  | "asdf_wasm_bg.wasm"
  | "asdf_wasm_fits_bg.wasm"
  | "asdf_wasm_writer_bg.wasm"
  | "asdf_wasm_wcs_bg.wasm";

/** Schemas of one producer, which the package brings with it. */
export type SchemaFile =
  `schema/pack/${"standard" | "transform" | "coordinates" | "wcs" | "astropy" | "roman" | "dkist" | "jwst"}.asdf`;

/** The script of a worker of the package: of its pool in browsers, of its pool in Node, and of the viewer. */
export type WorkerScript = "pool/worker.js" | "pool/node-worker.js" | "viewer/worker.js";

/** What `configure()` is told. Both functions return undefined for what they leave to the package. */
export interface Configuration {
  /**
   * Where a file is: its address; or for a module also a Response, bytes or a `WebAssembly.Module`, or a promise; for schemas a Response or bytes. It is called when the
   * file is needed. If it returns bytes or a `WebAssembly.Module` themselves, `openSync()` needs nothing else.
   */
  readonly locate?:
    | ((file: ModuleFile | SchemaFile | WorkerScript) => InitInput | Promise<InitInput> | undefined)
    | undefined;
  /** Starts a worker whose script is this one, or imports it. */
  readonly startWorker?: ((script: WorkerScript) => StartedWorker | undefined) | undefined;
}

const OPTIONS: OptionNames<Configuration> = { locate: true, startWorker: true };

let configuration: Configuration = {};

/** What is loaded or being loaded, and the scripts that workers were started from. */
const begun = new Set<ModuleFile | WorkerScript>();

/**
 * Says where the files of the package are, or how its workers are started. Call it before anything is loaded. A second call
 * replaces the functions that it passes.
 *
 * @throws AsdfError `bad-argument` if what it says comes too late: a module is loaded, or a worker started
 *
 * @example
 * configure({ locate: (file) => `/static/asdf-wasm/${file}` });
 */
export function configure(options: Configuration): void {
  checkOptions(options, OPTIONS, "configure");
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && typeof value !== "function") {
      throw wrong(name, value, "a function");
    }
  }
  const [late] = [...begun].filter((file) => options.locate || file.endsWith(".js"));
  if (late !== undefined) {
    const message = `configure() came too late, because ${late} is already in use: call it before anything is opened or written`;
    throw new AsdfError("bad-argument", message);
  }
  configuration = { ...configuration, ...options };
}

/** Records that a file is in use, or that loading it has failed. */
export function setBegun(file: ModuleFile | WorkerScript, isBegun: boolean): void {
  if (isBegun) {
    begun.add(file);
  } else {
    begun.delete(file);
  }
}

/** Where a module, or a file of schemas, is, as the caller has configured it. */
export function locatedModule(file: ModuleFile | SchemaFile): InitInput | Promise<InitInput> | undefined {
  return configuration.locate?.(file);
}

/**
 * A worker of the package as `configure()` says: started, or the address of its script; undefined if it says neither. For code that starts
 * such workers itself, as the viewer does.
 */
export function configuredWorker(script: WorkerScript): StartedWorker | string | URL | undefined {
  begun.add(script);
  const worker = configuration.startWorker?.(script);
  if (worker !== undefined) {
    return worker;
  }
  const found = configuration.locate?.(script);
  if (found !== undefined && typeof found !== "string" && !(found instanceof URL)) {
    throw wrong(`locate("${script}")`, found, "an address, or nothing");
  }
  return found;
}
