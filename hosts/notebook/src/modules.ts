/** The worker's side of `workers.ts`: asks the page for the WebAssembly modules. */

export interface FromWorker {
  readonly name: string;
}

export type ToWorker =
  | { readonly name: string; readonly module: ArrayBuffer }
  | { readonly name: string; readonly problem: string };

const port = new Promise<MessagePort>((resolve) => {
  const listen = ({ data }: MessageEvent<{ readonly modules?: MessagePort }>) => {
    if (data?.modules) {
      removeEventListener("message", listen);
      resolve(data.modules);
    }
  };
  addEventListener("message", listen);
});

/** The bytes of a module. */
export async function handed(name: string): Promise<ArrayBuffer> {
  const from = await port;
  return new Promise((resolve, reject) => {
    const listen = ({ data }: MessageEvent<ToWorker>) => {
      if (data.name !== name) {
        return;
      }
      from.removeEventListener("message", listen);
      if ("module" in data) {
        resolve(data.module);
      } else {
        reject(new Error(data.problem));
      }
    };
    from.addEventListener("message", listen);
    from.start();
    from.postMessage({ name } satisfies FromWorker);
  });
}
