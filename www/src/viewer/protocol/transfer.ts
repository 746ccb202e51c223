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

/** The own port of an end that was sent is kept with that, and what closes the port of a signal or function that was received with these. */
const OWN: unique symbol = Symbol("own");
const END: unique symbol = Symbol("end");

interface Marked {
  readonly [OWN]?: Own;
  readonly [END]?: () => void;
}

function channel(): readonly [own: MessagePort, sent: MessagePort] {
  const { port1: own, port2: sent } = new MessageChannel();
  const closing = new AbortController();
  const close = () => {
    MessagePort.prototype.close.call(own);
    closing.abort();
  };
  const mark: Marked = { [OWN]: { close, closed: closing.signal } };
  // Comlink closes it, too.
  return [Object.assign(own, { close }), Object.assign(sent, mark)];
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
    const end = () => {
      remote?.[releaseProxy]();
      remote = undefined;
    };
    return Object.assign(called, { [END]: end });
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
    const end = () => {
      port.postMessage(undefined);
      port.close();
    };
    return Object.assign(controller.signal, { [END]: end });
  },
};
transferHandlers.set("signal", signals);

/** Lets go of the signals and functions among the arguments of a call that is answered: a function does nothing from now on. */
export function letGo(args: readonly unknown[]): void {
  for (const value of args) {
    // Of what comlink wraps, each property is there.
    if (value instanceof AbortSignal || (typeof value === "function" && Object.hasOwn(value, END))) {
      (value as Marked)[END]?.();
    }
  }
}

/** Closes the ports whose other ends are sent to a worker when `closing` aborts. */
export function closeWith(closing: AbortSignal, sent: readonly Transferable[]): void {
  for (const { close, closed } of sent.flatMap((port) => (port as Marked)[OWN] ?? [])) {
    closing.addEventListener("abort", close, { signal: closed });
  }
}
