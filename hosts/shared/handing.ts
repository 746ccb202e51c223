/** Hands files to a worker that can load none by itself, when it asks for them. */
import type { FromWorker, ToWorker } from "./handed.ts";

/** `load`: the bytes of a file. */
export function hand(worker: Worker, load: (name: string) => Promise<ArrayBuffer>): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data: { name } }: MessageEvent<FromWorker>) => {
    const answer = (message: ToWorker) => port1.postMessage(message);
    load(name).then(
      (bytes) => answer({ name, bytes }),
      (cause: unknown) => answer({ name, problem: cause instanceof Error ? cause.message : String(cause) }),
    );
  };
  worker.postMessage({ files: port2 }, [port2]);
}
