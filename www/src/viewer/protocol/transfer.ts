/**
 * How signals and functions pass between page and worker as arguments of calls: comlink gives each a port, whose other end is here. The
 * ports are closed when the call is answered; those of a proxy, and of a function of a call that does not say so, when the other side has
 * collected its end, which a worker that is terminated never does: the ports of a connection are closed with it.
 */
import { expose, type Remote, releaseProxy, type TransferHandler, transferHandlers } from "comlink";

/** A port whose other end was sent. `closed` is aborted once it is closed. */
interface Own {
  readonly close: () => void;
  readonly closed: AbortSignal;
}

/** By the end that was sent. */
const owns = new WeakMap<Transferable, Own>();
/** What closes the ports of signals and functions that were received. */
const ends = new WeakMap<object, () => void>();

function channel(): readonly [own: MessagePort, sent: MessagePort] {
  const { port1: own, port2: sent } = new MessageChannel();
  const closing = new AbortController();
  const close = () => {
    MessagePort.prototype.close.call(own);
    closing.abort();
  };
  owns.set(sent, { close, closed: closing.signal });
  // Comlink closes it, too.
  return [Object.assign(own, { close }), sent];
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
    let remote: Remote<Called> | undefined = usual.deserialize(port) as Remote<Called>;
    // A plain function: bundlers write `this.#function()` as `function.call(this)`, which comlink takes for a call of a remote `call`.
    const called: Called = (...args) => remote?.(...args);
    ends.set(called, () => {
      remote?.[releaseProxy]();
      remote = undefined;
    });
    return called;
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
    ends.set(controller.signal, () => {
      port.postMessage(undefined);
      port.close();
    });
    return controller.signal;
  },
};
transferHandlers.set("signal", signals);

/** Lets go of the signals and functions among the arguments of a call that is answered: a function does nothing from now on. */
export function letGo(args: readonly unknown[]): void {
  for (const value of args) {
    if (value instanceof AbortSignal || typeof value === "function") {
      ends.get(value)?.();
    }
  }
}

/** Closes the ports whose other ends are sent to a worker when `closing` aborts. */
export function closeWith(closing: AbortSignal, sent: readonly Transferable[]): void {
  for (const { close, closed } of sent.flatMap((port) => owns.get(port) ?? [])) {
    closing.addEventListener("abort", close, { signal: closed });
  }
}
