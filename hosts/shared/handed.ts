/** The worker's side of `handing.ts`: asks the page for files, such as WebAssembly modules. */

export interface FromWorker {
  readonly name: string;
}

export type ToWorker =
  | { readonly name: string; readonly bytes: ArrayBuffer }
  | { readonly name: string; readonly problem: string };

const port = new Promise<MessagePort>((resolve) => {
  const listen = ({ data }: MessageEvent<{ readonly files?: MessagePort }>) => {
    if (data?.files) {
      removeEventListener("message", listen);
      resolve(data.files);
    }
  };
  addEventListener("message", listen);
});

/** The bytes of a file. */
export async function handed(name: string): Promise<ArrayBuffer> {
  const from = await port;
  return new Promise((resolve, reject) => {
    const listen = ({ data }: MessageEvent<ToWorker>) => {
      if (data.name !== name) {
        return;
      }
      from.removeEventListener("message", listen);
      if ("bytes" in data) {
        resolve(data.bytes);
      } else {
        reject(new Error(data.problem));
      }
    };
    from.addEventListener("message", listen);
    from.start();
    from.postMessage({ name } satisfies FromWorker);
  });
}
