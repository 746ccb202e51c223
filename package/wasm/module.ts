/** Loads a WebAssembly module of the package, once per page or worker: fetches it if it is given by its address. */
import { locatedModule, type ModuleFile, setBegun } from "../api/configure.ts";
import { environment } from "../api/environment.ts";
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

/** What the caller or the entry has given as a file of the package; if that is an address, what is there. */
export async function fetched(given: InitInput): Promise<Exclude<InitInput, string | URL>> {
  const source = isAddress(given) ? await (environment().disk?.read(given) ?? fetch(given)) : given;
  if (typeof Response === "function" && source instanceof Response) {
    requireFile(source);
  }
  return source;
}

export class Module<T extends Generated> {
  readonly #generated: T;
  readonly #file: ModuleFile;
  readonly #init: string;
  #loading: Promise<void> | undefined;
  #ready = false;

  /** `file`: the name of the module's file; `init`: the public function that loads it, for messages. */
  constructor(generated: T, file: ModuleFile, init: string) {
    this.#generated = generated;
    this.#file = file;
    this.#init = init;
  }

  /**
   * Loads the module, unless it is loaded or being loaded already: from `input`, from where the caller has configured, or from where the
   * entry of the package says.
   */
  load(input?: InitInput | Promise<InitInput>): Promise<void> {
    setBegun(this.#file, true);
    this.#loading ??= this.#instantiate(input).then(
      () => {
        this.#ready = true;
      },
      (cause: unknown) => {
        this.#loading = undefined;
        setBegun(this.#file, false);
        throw cause instanceof AsdfError ? cause : this.#failure(cause);
      },
    );
    return this.#loading;
  }

  async #instantiate(input: InitInput | Promise<InitInput> | undefined): Promise<void> {
    const given = await (input ?? this.#located());
    if (given === undefined) {
      throw this.#notLoaded();
    }
    const { memory } = await this.#generated.default({ module_or_path: await fetched(given) });
    addMemory(memory);
  }

  #located(): InitInput | Promise<InitInput> | undefined {
    return locatedModule(this.#file) ?? environment().locate?.(this.#file);
  }

  /** Loads the module at once, unless it is loaded already, or where it is does not allow that. */
  loadNow(): void {
    if (this.#ready) {
      return;
    }
    const found = this.#located();
    const source = isAddress(found) ? environment().disk?.readNow(found) : found;
    if (isHere(source)) {
      this.loadSync(source);
    } else {
      // Avoids an unhandled rejection: nobody waits for what is not loaded yet.
      Promise.resolve(source).catch(() => {});
    }
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
    setBegun(this.#file, true);
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

  /** The exports of the module. */
  exports(): T {
    if (!this.#ready) {
      throw this.#notLoaded();
    }
    return this.#generated;
  }

  #notLoaded(): AsdfError {
    const message = `the WebAssembly module is not loaded yet: call \`await ${this.#init}()\` first, or \`configure({ locate })\``;
    return new AsdfError("not-loaded", message);
  }

  #failure(cause: unknown): AsdfError {
    const hint = `check that ${this.#file} is served, or pass \`configure({ locate })\` its URL or bytes (docs/bundlers.md has the line for each bundler)`;
    const message = `the WebAssembly module could not be loaded (${reasonOf(cause)}): ${hint}`;
    return new AsdfError("network", message, { cause });
  }
}

/** Whether a module can be made of it at once. */
function isHere(given: unknown): given is BufferSource | WebAssembly.Module {
  return given instanceof WebAssembly.Module || given instanceof ArrayBuffer || ArrayBuffer.isView(given);
}

function isAddress(given: unknown): given is string | URL {
  return typeof given === "string" || given instanceof URL;
}

/** Refuses a response that is not the file: a development server answers with its page where it has no file. */
function requireFile({ ok, status, url, headers }: Response): void {
  const from = url === "" ? "the server" : url;
  if (!ok) {
    throw new Error(`${from} answered with status ${status}`);
  }
  const [type = ""] = headers.get("content-type")?.split(";") ?? [];
  if (type === "text/html") {
    throw new Error(`${from} answered with a page of HTML`);
  }
}
