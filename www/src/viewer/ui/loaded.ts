/** A module that is loaded when it is first needed: from then on it is there without waiting. */
export class Loaded<M> {
  readonly #load: () => Promise<M>;
  #now: M | undefined;

  constructor(load: () => Promise<M>) {
    this.#load = load;
  }

  /** Undefined until it was loaded. */
  get now(): M | undefined {
    return this.#now;
  }

  async load(): Promise<M> {
    this.#now ??= await this.#load();
    return this.#now;
  }
}
