/**
 * How signals and functions pass between page and worker as arguments of calls: comlink gives each a port, whose other end is here. The
 * port of a signal is closed when the call is answered. That of a function lasts until the other side has collected its end, which a
 * worker that is terminated never does: the ports of a connection are closed with it.
 */
import { expose, type TransferHandler, transferHandlers } from "comlink";

/** The events of a port that was sent once its connection is closed, and of a signal that was received once its call is answered. */
const [CLOSED, ANSWERED] = ["closed", "answered"] as const;

function channel(): readonly [own: MessagePort, sent: MessagePort] {
  const { port1: own, port2: sent } = new MessageChannel();
  const end = new WeakRef(own);
  sent.addEventListener(CLOSED, () => end.deref()?.close(), { once: true });
  return [own, sent];
}

const usual = transferHandlers.get("proxy") as TransferHandler<object, MessagePort>;

function exposed(called: object): [MessagePort, Transferable[]] {
  const [own, sent] = channel();
  expose(called, own);
  return [sent, [sent]];
}

transferHandlers.set("proxy", { ...usual, serialize: exposed });

type Called = (...args: unknown[]) => unknown;

const functions: TransferHandler<Called, MessagePort> = {
  canHandle: (value): value is Called => typeof value === "function" && !usual.canHandle(value),
  serialize: exposed,
  deserialize(port) {
    const remote = usual.deserialize(port) as Called;
    // A plain function: bundlers write `this.#function()` as `function.call(this)`, which comlink takes for a call of a remote `call`.
    return (...args) => remote(...args);
  },
};
transferHandlers.set("function", functions);

const signals: TransferHandler<AbortSignal, MessagePort> = {
  canHandle: (value) => value instanceof AbortSignal,
  serialize(signal) {
    const [own, sent] = channel();
    const abort = () => own.postMessage(undefined);
    signal.addEventListener("abort", abort, { once: true });
    own.onmessage = () => {
      signal.removeEventListener("abort", abort);
      own.close();
    };
    if (signal.aborted) {
      abort();
    }
    return [sent, [sent]];
  },
  deserialize(port) {
    const controller = new AbortController();
    port.onmessage = () => controller.abort();
    const answered = () => {
      port.postMessage(undefined);
      port.close();
    };
    controller.signal.addEventListener(ANSWERED, answered, { once: true });
    return controller.signal;
  },
};
transferHandlers.set("signal", signals);

/** Lets go of the signals among the arguments of a call that is answered. */
export function letGo(args: readonly unknown[]): void {
  for (const value of args) {
    if (value instanceof AbortSignal) {
      value.dispatchEvent(new Event(ANSWERED));
    }
  }
}

/** Closes the ports among what is sent to a worker when `closing` aborts. */
export function closeWith(closing: AbortSignal, sent: readonly Transferable[]): void {
  for (const port of sent) {
    if (port instanceof MessagePort) {
      closing.addEventListener("abort", () => port.dispatchEvent(new Event(CLOSED)), { once: true });
    }
  }
}
