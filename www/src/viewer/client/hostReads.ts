/** Reads a host's file, and files beside it, for the worker. */
import type { ByteSource } from "asdf-wasm";
import { transfer } from "comlink";
import type { HostFile, HostReads } from "../protocol/host.ts";
import { noticeOf } from "../protocol/notices.ts";
import { letGo } from "../protocol/transfer.ts";

/** `closing`: all files are closed when it aborts. */
export function hostReads(host: HostFile, closing: AbortSignal): HostReads {
  const files = new Map<number, ByteSource>([[0, host.source]]);
  let opened = 0;
  const close = (file: number): void => {
    files.get(file)?.close?.();
    files.delete(file);
  };
  closing.addEventListener("abort", () => [...files.keys()].forEach(close), { once: true });
  return {
    async read({ file, offset, length }, signal) {
      try {
        const source = files.get(file);
        if (!source) {
          throw new Error("the file was closed");
        }
        // A copy: the host may keep the memory, or have cut it from more.
        const bytes = new Uint8Array(await source.read(offset, length, { ...(signal && { signal }) }));
        return transfer(bytes, [bytes.buffer]);
      } finally {
        letGo([signal]);
      }
    },
    async beside(path) {
      if (!host.beside) {
        throw new Error("only the file itself is given here: open it where the others are, too");
      }
      // Errors lose their codes on the way to the worker.
      const source = await host.beside(path).catch((cause) => {
        throw noticeOf(cause);
      });
      opened += 1;
      files.set(opened, source);
      return { file: opened, size: source.size };
    },
    close,
  };
}
