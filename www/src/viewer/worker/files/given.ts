/** What the page gives to open: files, an address, or a file that the page's host reads. */
import type { ByteSource, OpenOptions } from "asdf-wasm";
import type { FileSet, Notice } from "../../protocol/facts.ts";
import type { HostFacts, HostReads } from "../../protocol/host.ts";
import { noticeOf } from "../../protocol/notices.ts";
import { Folder, locate } from "./folder.ts";
import { unpacked } from "./gzip.ts";
import type { AnyFile } from "./inMemory.ts";

interface Given {
  readonly bytes: Blob | ByteSource | string;
  /** The file itself if it is made here, and has no bytes. */
  readonly made?: AnyFile;
  /** The name to show. */
  readonly name: string;
  /** Its path in its set, and of the files that can be shown instead. */
  readonly main: string;
  readonly mains: readonly string[];
  /** Why files that were opened together with it are not. */
  readonly refused?: readonly Notice[];
  /** How external files are found. */
  readonly resolve?: (uri: string) => Blob | Promise<ByteSource>;
}

export async function given(
  source: FileSet | HostFacts | string,
  host: HostReads | undefined,
  options: Pick<OpenOptions, "signal" | "onProgress"> = {},
): Promise<Given> {
  if (typeof source === "string") {
    return { bytes: source, name: nameIn(source), main: source, mains: [source] };
  }
  if (host && "name" in source) {
    const { name, size } = source;
    const hosted = new HostedFiles(host);
    const resolve = (uri: string) => hosted.beside(uri);
    return { bytes: hosted.source({ file: 0, size }), name, main: name, mains: [name], resolve };
  }
  if (!("files" in source)) {
    throw new TypeError("a file of the page's host comes with a way to read it");
  }
  if (source.stack) {
    const { main = "" } = source;
    const { stacked } = await import("./stacked.ts");
    return { ...(await stacked(source, source.stack, options)), bytes: new Blob(), main, mains: [main] };
  }
  const folder = new Folder(source);
  const { mains, refused } = source.mains
    ? { mains: source.mains, refused: [] }
    : await folder.survey(options.signal);
  const main = source.main ?? mains[0] ?? "";
  const file = folder.get(main);
  const name = file instanceof File ? file.name : (main.split("/").at(-1) ?? main);
  return { bytes: await unpacked(file), name, main, mains, refused, resolve: folder.resolver(main) };
}

/** A file that the page's host reads, and those that it refers to. */
class HostedFiles {
  readonly #host: HostReads;

  constructor(host: HostReads) {
    this.#host = host;
  }

  source({ file, size }: { readonly file: number; readonly size?: number | undefined }): ByteSource {
    const host = this.#host;
    return {
      size,
      read: async (offset, length, { signal }) => {
        signal?.throwIfAborted();
        return host.read({ file, offset, length }, signal);
      },
      // The open one ends with the page's connection: it may be opened anew.
      ...(file > 0 && { close: () => host.close(file) }),
    };
  }

  /** A file that the host's file refers to. */
  async beside(uri: string): Promise<ByteSource> {
    if (URL.canParse(uri)) {
      throw new Error("it is on the web, and this file may not fetch from there");
    }
    // What is escaped may be a way out of the folder, too.
    const paths = locate("", uri).filter((path) => !path.split("/").includes(".."));
    if (uri.startsWith("/") || paths.length === 0) {
      throw new Error("it is outside the folder of this file");
    }
    let failure: Notice | undefined;
    // A name may only look escaped.
    for (const path of paths) {
      try {
        return this.source(await this.#host.beside(path));
      } catch (cause) {
        failure ??= noticeOf(cause);
      }
    }
    throw Object.assign(new Error(failure?.message), { code: failure?.code });
  }
}

/** What is no address is refused when it is opened. */
function nameIn(address: string): string {
  if (!URL.canParse(address)) {
    return address;
  }
  const { pathname, host } = new URL(address);
  const name = pathname.split("/").at(-1) || host;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
