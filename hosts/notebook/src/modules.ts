/** The worker's side of `workers.ts`: the build puts `handed()` in place of the addresses of the WebAssembly modules. */

export type ModuleName = "reader" | "fits" | "writer" | "wcs";

export interface FromWorker {
  readonly name: ModuleName;
}

export type ToWorker =
  | { readonly name: ModuleName; readonly module: ArrayBuffer }
  | { readonly name: ModuleName; readonly problem: string };

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
export async function handed(name: ModuleName): Promise<ArrayBuffer> {
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
