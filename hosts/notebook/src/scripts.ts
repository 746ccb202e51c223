/**
 * The viewer's scripts and modules: the kernel sends each once per page, compressed, when it is first needed. What every widget brings
 * along, also into a saved notebook, is only the few kilobytes of `widget.ts`.
 */
import type { Kernel } from "./kernel.ts";

/** Shared by all widgets of this build on the page. */
interface Shared {
  readonly kernels: Set<Kernel>;
  readonly scripts: Map<string, Promise<ArrayBuffer>>;
}

declare const BUILD: string;
const KEY = Symbol.for(`asdf-viewer ${BUILD}`);

function shared(): Shared {
  const page = globalThis as { [KEY]?: Shared };
  page[KEY] ??= { kernels: new Set(), scripts: new Map() };
  return page[KEY];
}

/** Lets a kernel be asked for scripts; the function that is returned ends that. */
export function offer(kernel: Kernel): () => void {
  const { kernels } = shared();
  kernels.add(kernel);
  return () => kernels.delete(kernel);
}

/** A script, from whichever kernel answers. */
export function script(name: string): Promise<ArrayBuffer> {
  const { kernels, scripts } = shared();
  const found = scripts.get(name) ?? fetched(name, kernels);
  scripts.set(name, found);
  found.catch(() => scripts.delete(name));
  return found;
}

async function fetched(name: string, kernels: ReadonlySet<Kernel>): Promise<ArrayBuffer> {
  // The newest first: older ones may be of a kernel that has ended. A kernel that only is busy is not passed over.
  for (const kernel of [...kernels].reverse()) {
    try {
      const { data } = await kernel.ask({ kind: "script", name });
      return await new Response(
        new Blob([...data]).stream().pipeThrough(new DecompressionStream("gzip")),
      ).arrayBuffer();
    } catch (cause) {
      if (kernels.has(kernel)) {
        throw cause;
      }
    }
  }
  throw new Error("no kernel is running: run the cell again");
}
