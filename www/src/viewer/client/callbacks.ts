/**
 * The functions of the page that a worker calls. Comlink gives each a port, which keeps the function until the worker has collected the
 * other end. A worker that is terminated never does: the ports are closed with its connection.
 */
import { expose, type TransferHandler, transferHandlers } from "comlink";

/** The page's end of each port that is sent. */
const ends = new WeakMap<Transferable, WeakRef<MessagePort>>();

const usual = transferHandlers.get("proxy") as TransferHandler<object, MessagePort>;

transferHandlers.set("proxy", {
  ...usual,
  serialize(called: object) {
    const { port1, port2 } = new MessageChannel();
    expose(called, port1);
    ends.set(port2, new WeakRef(port1));
    return [port2, [port2]];
  },
});

/** Closes the ports among what is sent to a worker when `closing` aborts. */
export function closeWith(closing: AbortSignal, sent: readonly Transferable[]): void {
  for (const port of sent) {
    const end = ends.get(port);
    if (end) {
      closing.addEventListener("abort", () => end.deref()?.close(), { once: true });
    }
  }
}
