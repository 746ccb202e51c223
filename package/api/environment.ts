/**
 * What the entries of the package differ in: where its files are, and what only Node has. An entry says it when it is loaded; what it
 * leaves out is done as browsers do it. `configure()` is what the caller says, and goes first.
 */
import type { ModuleFile, WorkerScript } from "./configure.ts";
import type { InitInput } from "./options.ts";
import type { StartedWorker } from "./worker-pool.ts";

export interface Environment {
  /** Where a file of the package is. It throws if it is not there. */
  readonly locate?: (file: ModuleFile | WorkerScript) => InitInput | undefined;
  /** Where a file of the package is that should be at an address, by its path in the package. */
  readonly installed?: (found: URL, path: string) => URL;
  /** How the pool's workers are started: from which script, at an address if the caller has configured one. */
  readonly workers?: {
    readonly script: WorkerScript;
    start(located: string | URL | undefined): StartedWorker;
  };
  /** Files on disk; each function returns undefined for addresses that are none. */
  readonly disk?: Disk;
  /**
   * Begins to make the pages of memory that holds only zeros, in parts of `size` bytes, as long as it is wanted; returns when each part
   * has its pages.
   */
  readonly populate?: (
    memory: Uint8Array<ArrayBuffer>,
    size: number,
    isWanted: () => boolean,
  ) => readonly Promise<unknown>[];
  /** Says that many operations at once may listen to a signal: Node takes more than ten listeners for a leak. */
  readonly share?: (signal: AbortSignal) => void;
  /** Begins an MD5 digest; undefined if the platform refuses. */
  readonly digest?: () => Digest | undefined;
}

export interface Disk {
  open(address: string | URL): Promise<DiskSource> | undefined;
  read(address: string | URL): Promise<BufferSource> | undefined;
  readNow(address: string | URL): BufferSource | undefined;
  /** Finds the files to which the one at an address refers. */
  besides(address: string | URL): ((uri: string) => Promise<Blob | undefined>) | undefined;
}

/** A file on disk. */
export interface DiskSource {
  readonly size: number;
  /** Fills the beginning of `target` and returns how many bytes that was. */
  readInto(offset: number, target: Uint8Array): Promise<number>;
  close(): void;
}

/** A digest that is being computed; the caller frees it. */
export interface Digest {
  update(bytes: Uint8Array): void;
  /** The 16 bytes of the digest. It cannot be updated any more. */
  checksum(): Uint8Array;
  free(): void;
}

let current: Environment = {};

export function setEnvironment(own: Environment): void {
  current = own;
}

export function environment(): Environment {
  return current;
}
