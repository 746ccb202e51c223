/**
 * Files that are written whole or not at all: into a temporary file in the same folder, which replaces the target at the end.
 * A run that fails or is interrupted removes it.
 */
import { existsSync, realpathSync, statSync, unlinkSync } from "node:fs";
import { type FileHandle, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { fill, nameBeside, openNew } from "@asdf-wasm/hosts/fill";
import { EXIT, misuse, Problem } from "../exit.ts";
import { STANDARD } from "../reading/open.ts";
import { whenInterrupted } from "../terminal/interrupt.ts";

type Chunks = AsyncIterable<Uint8Array>;

export interface Target {
  readonly path: string;
  readonly chunks: () => Chunks | Promise<Chunks>;
}

/** Fails at once if a file would be replaced, before any work is done. */
export function checkTarget(path: string, force: boolean): void {
  if (path === STANDARD) {
    if (process.stdout.isTTY) {
      throw misuse("the standard output is a terminal: name a file, or pipe the output");
    }
    return;
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    throw new Problem(`${path} is a folder: name a file`, EXIT.usage);
  }
  if (found && !force) {
    throw new Problem(`${path} exists: --force replaces it`);
  }
  if (!existsSync(dirname(path))) {
    throw new Problem(`the folder ${dirname(path)} does not exist: make it first`);
  }
}

/** Writes one file, or to the standard output. */
export async function writeTarget(path: string, chunks: Chunks): Promise<void> {
  if (path === STANDARD) {
    for await (const chunk of chunks) {
      await new Promise((done) => process.stdout.write(chunk, done));
    }
    return;
  }
  await writeTargets([{ path, chunks: () => chunks }]);
}

/** Writes several files; none gets its name before all are written. */
export async function writeTargets(targets: readonly Target[]): Promise<void> {
  const made: { readonly from: string; readonly to: string }[] = [];
  const remove = () => {
    for (const { from } of made) {
      try {
        unlinkSync(from);
      } catch {
        // It has its name by now, or was never made.
      }
    }
  };
  const forget = whenInterrupted(remove);
  try {
    for (const { path: name, chunks } of targets) {
      // A link stays one: what it leads to is replaced.
      const path = existsSync(name) ? realpathSync(name) : name;
      const from = nameBeside(path);
      made.push({ from, to: path });
      const content = await chunks();
      await fill(await beside(from, path), content);
    }
    for (const { from, to } of made) {
      await rename(from, to);
    }
  } catch (thrown) {
    remove();
    throw thrown;
  } finally {
    forget();
  }
}

/** Opens a new file that is to replace another, with the permissions of that. */
async function beside(path: string, replaced: string): Promise<FileHandle> {
  try {
    return await openNew(path, replaced);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Problem(`${dirname(path)} cannot be written to: ${reason}`);
  }
}
