/** Code that is loaded when first used: callers that do not need it do not download it. */
import { AsdfError, reasonOf } from "../api/error.ts";
import type { InitInput } from "../api/options.ts";

/** Code without a WebAssembly module of its own. */
export class LateCode<Code> {
  readonly #name: string;
  #from: () => Promise<Code> = () => Promise.reject(new Error("import the package by one of its entries"));
  #code: Promise<Code> | undefined;

  /** `name`: what it is, for messages. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Sets from where it is loaded. Each entry of the package calls this. */
  setEntry(code: () => Promise<Code>): void {
    this.#from = code;
  }

  load(): Promise<Code> {
    this.#code ??= this.#from().catch((cause: unknown) => {
      this.#code = undefined;
      throw new AsdfError("network", `${this.#name} could not be loaded: ${reasonOf(cause)}`, { cause });
    });
    return this.#code;
  }
}

/** What differs between the entries of the package. */
interface EntryOf<Code> {
  /** Loads the code. */
  readonly code: () => Promise<Code>;
  /** The code, if it is here from the start. */
  readonly here?: Code;
}

/** What is needed of a `Module`. */
interface Loadable {
  load(input?: InitInput | Promise<InitInput>): Promise<void>;
  loadNow(): void;
  isLoaded(): boolean;
}

/** Code with a WebAssembly module of its own. */
export class OnDemand<Code> {
  readonly #code: LateCode<Code>;
  readonly #moduleOf: (code: Code) => Loadable;
  #loaded: Code | undefined;
  #begun: Promise<Code | undefined> | undefined;

  /** `name`: what it is, for messages; `moduleOf`: the module of the code. */
  constructor(name: string, moduleOf: (code: Code) => Loadable) {
    this.#code = new LateCode(name);
    this.#moduleOf = moduleOf;
  }

  /** Sets from where it is loaded. Each entry of the package calls this. */
  setEntry({ code, here }: EntryOf<Code>): void {
    this.#code.setEntry(code);
    this.#loaded ??= here;
  }

  /** The code, if it was loaded with its module. */
  loaded(): Code | undefined {
    return this.#loaded && this.#moduleOf(this.#loaded).isLoaded() ? this.#loaded : undefined;
  }

  /** The code with its module, if the code is here, and the module is loaded or can be at once. */
  now(): Code | undefined {
    if (this.#loaded) {
      this.#moduleOf(this.#loaded).loadNow();
    }
    return this.loaded();
  }

  /** The code with its module, if they are loaded or being loaded; undefined if not, or if that fails. */
  async begun(): Promise<Code | undefined> {
    return this.loaded() ?? this.#begun;
  }

  /** Loads the code with its module. */
  load(): Promise<Code> {
    return this.#begin();
  }

  /** Loads the code with a module that the caller gives, if any. */
  async init(input?: InitInput | Promise<InitInput>): Promise<void> {
    // Avoids an unhandled rejection while the code is being loaded: `load()` reports the failure.
    Promise.resolve(input).catch(() => {});
    await this.#begin(input);
  }

  #begin(input?: InitInput | Promise<InitInput>): Promise<Code> {
    const loading = this.#load(input);
    this.#begun = loading.catch(() => undefined);
    return loading;
  }

  async #load(input: InitInput | Promise<InitInput> | undefined): Promise<Code> {
    const code = await this.#code.load();
    this.#loaded = code;
    await this.#moduleOf(code).load(input);
    return code;
  }
}
