/** Takes a file piece by piece: to the place that a person chose, or, in browsers without such a dialog, for the downloads. */
import type { FileKind } from "../../state/saveJob.ts";
import { save } from "../../ui/download.ts";
import { choose } from "./destination.ts";

/** Bytes gathered in memory before they become a Blob, which browsers keep on disk. */
const HEAP = 32 * 2 ** 20;
/** A larger download is more than browsers reliably keep. */
const MOST = 2 ** 31;

export interface Sink {
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Resolves to a sentence with the file's name. */
  readonly close: () => Promise<string>;
  /** Leaves nothing behind. */
  readonly abort: () => Promise<void>;
}

/** Why a file of so many bytes cannot be written here. */
export function tooLarge(size: number, asksForPlace: boolean): string | undefined {
  return asksForPlace || size <= MOST
    ? undefined
    : "This browser keeps a file in memory until it is downloaded, 2 GB at most: export a part, or use Chrome or Edge";
}

/** Undefined if the person chose no place. */
export async function openSink(name: string, kind: FileKind): Promise<Sink | undefined> {
  const chosen = await choose(name, kind);
  if (!chosen) {
    return undefined;
  }
  return chosen.handle ? intoFile(chosen.handle) : intoDownload(name, kind);
}

async function intoFile(handle: FileSystemFileHandle): Promise<Sink> {
  const isNew = (await handle.getFile()).size === 0;
  const writable = await handle.createWritable();
  return {
    write: (bytes) => writable.write(bytes),
    close: async () => {
      await writable.close();
      return `Saved as ${handle.name}`;
    },
    abort: async () => {
      await writable.abort();
      // What the dialog of the browser has created is empty, and not every browser can remove it.
      if (isNew && "remove" in handle && typeof handle.remove === "function") {
        await handle.remove();
      }
    },
  };
}

function intoDownload(name: string, { mime }: FileKind): Sink {
  const blobs: Blob[] = [];
  let pieces: BlobPart[] = [];
  let held = 0;
  let size = 0;
  const gather = (): void => {
    blobs.push(new Blob(pieces));
    [pieces, held] = [[], 0];
  };
  return {
    write: async (bytes) => {
      pieces.push(bytes);
      held += bytes.length;
      size += bytes.length;
      if (size > MOST) {
        throw new Error("the file is larger than 2 GB, which is more than this browser can download");
      }
      if (held > HEAP) {
        gather();
      }
    },
    close: async () => {
      gather();
      save(new Blob(blobs, { type: mime }), name);
      return `Downloaded as ${name}`;
    },
    abort: async () => {
      [blobs.length, pieces] = [0, []];
    },
  };
}
