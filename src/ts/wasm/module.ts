/** Loads a WebAssembly module of the package, once per page or worker: fetches it if it is given by its address. */
import { AsdfError, reasonOf } from "../api/error.ts";
import type { InitInput } from "../api/options.ts";
import { addMemory } from "./failure.ts";

/** The loading functions in wasm-bindgen's bindings of a module. */
interface Generated {
  default(options: { module_or_path: InitInput | Promise<InitInput> }): Promise<Exports>;
  initSync(options: { module: BufferSource | WebAssembly.Module }): Exports;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
}

/** Where to load a module from; a function may fail. */
export type ModuleInput = InitInput | Promise<InitInput> | (() => InitInput);

/** Fetches the file of a module. The entry for Node, which has files as well, sets its own. */
let fetchFile = (address: string | URL): Promise<InitInput> => fetch(address);

/** Sets how the file of a module is fetched. */
export function setModuleFetch(own: typeof fetchFile): void {
  fetchFile = own;
}

export class Module<T extends Generated> {
  readonly #generated: T;
  readonly #file: string;
  readonly #init: string;
  #loading: Promise<void> | undefined;
  #ready = false;

  /** `file`: the name of the module's file; `init`: the public function that loads it, for messages. */
  constructor(generated: T, file: string, init: string) {
    this.#generated = generated;
    this.#file = file;
    this.#init = init;
  }

  /** Loads the module, unless it is loaded or being loaded already. */
  load(input: ModuleInput): Promise<void> {
    this.#loading ??= this.#instantiate(input).then(
      () => {
        this.#ready = true;
      },
      (cause: unknown) => {
        this.#loading = undefined;
        throw this.#failure(cause);
      },
    );
    return this.#loading;
  }

  async #instantiate(input: ModuleInput): Promise<void> {
    const given = await (typeof input === "function" ? input() : input);
    const isAddress = typeof given === "string" || given instanceof URL;
    const source = isAddress ? await fetchFile(given) : given;
    if (typeof Response === "function" && source instanceof Response) {
      requireModule(source);
    }
    const { memory } = await this.#generated.default({ module_or_path: source });
    addMemory(memory);
  }

  /** Loads the module from bytes or a compiled module, unless it is loaded already. */
  loadSync(input: BufferSource | WebAssembly.Module): void {
    if (this.#ready) {
      return;
    }
    try {
      addMemory(this.#generated.initSync({ module: input }).memory);
    } catch (cause) {
      throw this.#failure(cause);
    }
    this.#ready = true;
    this.#loading = Promise.resolve();
  }

  /** Whether the module is loaded or being loaded. */
  isBegun(): boolean {
    return this.#loading !== undefined;
  }

  /** Whether the module is loaded. */
  isLoaded(): boolean {
    return this.#ready;
  }

  /** Waits for the module that is being loaded. */
  async loaded(): Promise<void> {
    await this.#loading;
    this.exports();
  }

  /** The exports of the module. */
  exports(): T {
    if (!this.#ready) {
      const message = `the WebAssembly module is not loaded yet: call \`await ${this.#init}()\` first`;
      throw new AsdfError("not-loaded", message);
    }
    return this.#generated;
  }

  #failure(cause: unknown): AsdfError {
    const hint = `check that ${this.#file} is served, or pass its URL or bytes to ${this.#init}() (docs/bundlers.md has the line for each bundler)`;
    const message = `the WebAssembly module could not be loaded (${reasonOf(cause)}): ${hint}`;
    return new AsdfError("network", message, { cause });
  }
}

/** Refuses a response that is not a WebAssembly module: a development server answers with its page where it has no file. */
function requireModule({ ok, status, url, headers }: Response): void {
  const from = url === "" ? "the server" : url;
  if (!ok) {
    throw new Error(`${from} answered with status ${status}`);
  }
  const [type = ""] = headers.get("content-type")?.split(";") ?? [];
  if (type === "text/html") {
    throw new Error(`${from} answered with a page of HTML`);
  }
}
