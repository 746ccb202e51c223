/** Reads a host's file for the worker. */
import { transfer } from "comlink";
import type { HostFile, HostReads } from "../protocol/host.ts";

export function hostReads({ source }: HostFile): HostReads {
  const calls = new Map<number, AbortController>();
  return {
    async read(call, offset, length) {
      const controller = new AbortController();
      calls.set(call, controller);
      try {
        // A copy: the host may keep the memory, or have cut it from more.
        const bytes = new Uint8Array(await source.read(offset, length, { signal: controller.signal }));
        return transfer(bytes, [bytes.buffer]);
      } finally {
        calls.delete(call);
      }
    },
    stop: (call) => calls.get(call)?.abort(),
  };
}
