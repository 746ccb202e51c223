/**
 * What is put before every script of the viewer, in the page and in its workers: it times the exports of WebAssembly modules, reads of
 * files, uploads and draws. Nothing of the product knows of it.
 */

/**
 * @typedef {object} Span
 * @property {string} name
 * @property {number} start in milliseconds of the clock that all threads have
 * @property {number} end
 */

/** Runs in the browser, once in each thread. */
export function instrument() {
  const scope = /** @type {any} */ (globalThis);
  if (scope.spans) {
    return;
  }
  /** @type {Span[]} */
  const spans = [];
  scope.spans = spans;
  const now = () => performance.timeOrigin + performance.now();
  /** @param {string} name @param {number} start */
  const add = (name, start) => {
    const end = now();
    if (end - start > 0.2) {
      spans.push({ name, start, end });
    }
  };
  /** @param {string} name @param {(...args: any[]) => any} act */
  const timed = (name, act) =>
    /** @this {unknown} @param {...any} args */
    function (...args) {
      const start = now();
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
  if (scope.FileReaderSync) {
    const { prototype } = scope.FileReaderSync;
    prototype.readAsArrayBuffer = timed("read the file", prototype.readAsArrayBuffer);
  }
  if (scope.WebGL2RenderingContext) {
    const { prototype } = scope.WebGL2RenderingContext;
    for (const name of ["texSubImage2D", "texStorage2D", "drawArrays", "linkProgram"]) {
      prototype[name] = timed(name, prototype[name]);
    }
  }
  if (scope.document) {
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        const start = performance.timeOrigin + startTime;
        spans.push({ name: "task", start, end: start + duration });
      }
    }).observe({ type: "longtask", buffered: true });
  }
  const channel = new BroadcastChannel("spans");
  channel.addEventListener("message", ({ data }) => {
    if (data === "collect" && !scope.document) {
      channel.postMessage({ thread: scope.name || scope.location?.pathname.split("/").at(-1), spans });
    }
  });
}

/** Runs in the page: the spans of all threads, of this one first. */
export async function collect() {
  const scope = /** @type {any} */ (globalThis);
  /** @type {{ thread: string, spans: Span[] }[]} */
  const threads = [{ thread: "page", spans: scope.spans }];
  const channel = new BroadcastChannel("spans");
  channel.addEventListener("message", ({ data }) => data.spans && threads.push(data));
  channel.postMessage("collect");
  await new Promise((resolve) => setTimeout(resolve, 500));
  channel.close();
  return threads;
}
