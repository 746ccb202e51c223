/** Places of files: they list what they hold, and open it. Buckets are places, and so are folders of web servers and records of archives. */
import { type ByteSource, type OpenOptions, openBytes } from "asdf-wasm";
import type { ListOptions } from "./listing.ts";

/** A file in a place. */
export interface PlaceFile {
  readonly key: string;
  /** In bytes, as exactly as the place tells: index pages of web servers may round it. Undefined if it does not. */
  readonly size: number | undefined;
  readonly modified: Date | undefined;
}

/** Some of the files and folders of a place. Folders end with `/`. */
export interface PlacePage {
  readonly files: readonly PlaceFile[];
  readonly folders: readonly string[];
}

export interface Place {
  list(options?: ListOptions): AsyncGenerator<PlacePage>;
  /** The address of a file, without keys and signatures. */
  address(key: string): URL;
  /** A file as what `open()`, `openTable()` and the viewer take. */
  source(key: string, options?: SourceOptions): Promise<ByteSource>;
}

export type SourceOptions = Pick<OpenOptions, "signal" | "http" | "onProgress">;

/** A place, and what an address names in it. */
export interface Found {
  readonly place: Place;
  /** What begins the addresses of its files, as people write them: `s3://bucket/`. */
  readonly root: string;
  /** A file, or the beginning of keys. */
  readonly key: string;
  /** Whether keys of an account open what is not public. */
  readonly takesKeys: boolean;
  /** Whether only this place opens its files: `open()` does not by their addresses. */
  readonly isPrivate: boolean;
}

/** The file at an address as a source. */
export async function sourceAt(
  url: URL,
  { signal, http, onProgress, request }: SourceOptions & Pick<OpenOptions, "request">,
): Promise<ByteSource> {
  const bytes = await openBytes(url, { signal, http, onProgress, request });
  return {
    size: bytes.size,
    read: (offset, length, { signal }) => bytes.read(offset, length, signal),
    close: () => bytes.close?.(),
  };
}

/** What of a complete list is under a prefix: files, and folders up to the delimiter. */
export function underPrefix(
  all: readonly PlaceFile[],
  { prefix = "", delimiter = "" }: ListOptions = {},
): PlacePage {
  const folders = new Set<string>();
  const files = all.filter(({ key }) => {
    const at = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    if (key.startsWith(prefix) && at >= 0) {
      folders.add(key.slice(0, at + 1));
    }
    return key.startsWith(prefix) && at < 0;
  });
  return { files, folders: [...folders] };
}
