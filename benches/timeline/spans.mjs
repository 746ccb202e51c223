/**
 * Names for what the threads of the viewer do. `instrument()` is put before every script of the viewer, in the page and in its workers:
 * it times the exports of WebAssembly modules, reads of files, uploads and draws, as measures that the browser records with its own tasks.
 * Nothing of the product knows of it.
 */

/**
 * @typedef {object} Span
 * @property {string} name
 * @property {number} start in milliseconds
 * @property {number} end
 */
/** @typedef {{ thread: string, spans: Span[] }} Thread */
/** @typedef {{ ph: string, name: string, cat: string, pid: number, tid: number, ts: number, dur?: number, id?: string, id2?: { local?: string }, args?: { name?: string } }} TraceEvent */

export const DROPPED = "a file is dropped";
/** Until the GPU has done what it was asked for. */
export const DRAWN = "GPU";
/** A task of a thread, whatever it does. */
export const TASK = "task";

/** Runs in the browser, once in each thread. */
export function instrument() {
  const scope = /** @type {any} */ (globalThis);
  if (scope.isInstrumented) {
    return;
  }
  scope.isInstrumented = true;
  const thread = scope.document ? "page" : scope.name || scope.location?.pathname.split("/").at(-1);
  /** @param {string} name @param {number} start */
  const add = (name, start) => {
    const end = performance.now();
    if (end - start > 0.2) {
      performance.measure(`${thread}|${name}`, { start, end });
    }
  };
  /** @param {string} name @param {(...args: any[]) => any} act */
  const timed = (name, act) =>
    /** @this {unknown} @param {...any} args */
    function (...args) {
      const start = performance.now();
      const result = Reflect.apply(act, this, args);
      if (result instanceof Promise) {
        void result.finally(() => add(name, start)).catch(() => {});
      } else {
        add(name, start);
      }
      return result;
    };

  const accessor = Object.getOwnPropertyDescriptor(WebAssembly.Instance.prototype, "exports");
  /** @type {WeakMap<WebAssembly.Instance, object>} */
  const wrapped = new WeakMap();
  Object.defineProperty(WebAssembly.Instance.prototype, "exports", {
    ...accessor,
    get() {
      const known = wrapped.get(this);
      if (known) {
        return known;
      }
      const own = Object.entries(accessor?.get?.call(this) ?? {}).map(([name, value]) => [
        name,
        typeof value === "function" && !name.startsWith("__") ? timed(name, value) : value,
      ]);
      const exports = Object.fromEntries(own);
      wrapped.set(this, exports);
      return exports;
    },
  });
  for (const name of /** @type {const} */ (["instantiate", "instantiateStreaming", "compileStreaming"])) {
    WebAssembly[name] = /** @type {any} */ (timed("load the module", WebAssembly[name]));
  }
  Blob.prototype.arrayBuffer = timed("read the file", Blob.prototype.arrayBuffer);
  const { prototype: reader } = ReadableStreamBYOBReader;
  reader.read = /** @type {any} */ (timed("read the file", reader.read));
  if (scope.WebGL2RenderingContext) {
    const { prototype } = scope.WebGL2RenderingContext;
    for (const name of ["texSubImage2D", "texStorage2D", "linkProgram"]) {
      prototype[name] = timed(name, prototype[name]);
    }
    const draw = timed("drawArrays", prototype.drawArrays);
    let isFenced = false;
    /** @this {WebGL2RenderingContext} @param {...any} args */
    prototype.drawArrays = function (...args) {
      Reflect.apply(draw, this, args);
      const start = performance.now();
      if (isFenced) {
        return;
      }
      isFenced = true;
      queueMicrotask(() => {
        isFenced = false;
        const fence = this.fenceSync(this.SYNC_GPU_COMMANDS_COMPLETE, 0);
        this.flush();
        const look = () => {
          if (fence && this.getSyncParameter(fence, this.SYNC_STATUS) !== this.SIGNALED) {
            setTimeout(look, 1);
          } else {
            performance.measure("GPU|GPU", { start, end: performance.now() });
          }
        };
        setTimeout(look, 1);
      });
    };
  }
}

/**
 * The threads of the page, of its workers, of the browser that reads files for it, and of the GPU, with what each did.
 *
 * @param {readonly TraceEvent[]} events as Chromium records them
 */
export function threadsOf(events) {
  const key = (/** @type {TraceEvent} */ { pid, tid }) => `${pid} ${tid}`;
  const named = (/** @type {string} */ kind) =>
    new Map(
      events
        .filter(({ ph, name }) => ph === "M" && name === kind)
        .map((event) => [kind === "process_name" ? `${event.pid}` : key(event), event.args?.name ?? ""]),
    );
  const [processes, threadNames] = [named("process_name"), named("thread_name")];
  const drop = events.find(({ name }) => name === DROPPED);
  if (!drop) {
    throw new Error("nothing was dropped");
  }
  /** @type {Map<string, Span[]>} */
  const threads = new Map([["page", []]]);
  /** What measures call a thread. @type {Map<string, string>} */
  const own = new Map([[key(drop), "page"]]);
  const add = (/** @type {string} */ thread, /** @type {Span} */ span) =>
    threads.set(thread, [...(threads.get(thread) ?? []), span]);
  /** @type {Map<string, number>} */
  const begun = new Map();
  for (const event of events.filter(({ cat, ph }) => cat === "blink.user_timing" && /[be]/.test(ph))) {
    const id = `${key(event)} ${event.id ?? event.id2?.local} ${event.name}`;
    const start = begun.get(id);
    if (event.ph === "b") {
      begun.set(id, event.ts / 1000);
    } else if (start !== undefined) {
      const [thread = "", name = ""] = event.name.split("|");
      if (thread !== "GPU") {
        own.set(key(event), thread);
      }
      add(thread, { name, start, end: event.ts / 1000 });
    }
  }
  for (const event of events.filter(({ ph, dur = 0 }) => ph === "X" && dur > 200)) {
    const process = processes.get(`${event.pid}`);
    const inPage = event.pid === drop.pid ? own.get(key(event)) : undefined;
    const isReader = process === "Browser" && /ThreadPool|IOThread/.test(threadNames.get(key(event)) ?? "");
    const thread = inPage ?? (isReader ? "browser" : undefined);
    const name = /RunTask$/.test(event.name) ? TASK : /^M(aj|in)orGC$/.test(event.name) ? "GC" : undefined;
    if (thread && name) {
      add(thread, { name, start: event.ts / 1000, end: (event.ts + (event.dur ?? 0)) / 1000 });
    }
  }
  return {
    threads: Array.from(threads, ([thread, spans]) => ({ thread, spans })),
    start: drop.ts / 1000,
  };
}
