/** Loads a WebAssembly module of the package, once per page or worker. */
import { AsdfError, reasonOf } from "../api/error.ts";
import type { InitInput } from "../api/options.ts";

/** The loading functions in wasm-bindgen's bindings of a module. */
interface Generated {
  default(options: { module_or_path: InitInput | Promise<InitInput> }): Promise<unknown>;
  initSync(options: { module: BufferSource | WebAssembly.Module }): unknown;
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
  load(input: InitInput | Promise<InitInput>): Promise<void> {
    this.#loading ??= this.#generated.default({ module_or_path: input }).then(
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

  /** Loads the module from bytes or a compiled module, unless it is loaded already. */
  loadSync(input: BufferSource | WebAssembly.Module): void {
    if (this.#ready) {
      return;
    }
    try {
      this.#generated.initSync({ module: input });
    } catch (cause) {
      throw this.#failure(cause);
    }
    this.#ready = true;
    this.#loading = Promise.resolve();
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
      throw new AsdfError("not-found", message);
    }
    return this.#generated;
  }

  #failure(cause: unknown): AsdfError {
    const hint = `check that ${this.#file} is served, or pass its URL or bytes to ${this.#init}()`;
    const message = `the WebAssembly module could not be loaded (${reasonOf(cause)}): ${hint}`;
    return new AsdfError("network", message, { cause });
  }
}
