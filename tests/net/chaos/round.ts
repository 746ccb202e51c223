/**
 * A round of chaos: a file is opened and read while its server, its workers or the memory fail in ways that follow from a seed.
 * Whatever happens, each action ends, gives what it gives without faults or an error with a code, and works when all is well.
 */
import { Worker } from "node:worker_threads";
import { type AsdfFile, type OpenOptions, open, type Source, WorkerPool } from "asdf-wasm";
import { refuseMemory } from "../../support/memory.ts";
import { Random } from "../../support/random.ts";
import { type Fault, type FaultyServer, faults, type Validator } from "./faulty-server.ts";
import { type Action, anyAction, isExpected, type Sample, truths } from "./oracle.ts";

/** Longer than any action takes on a slow machine. */
const DEADLINE = 60_000;

export interface Outcome {
  readonly actions: number;
  readonly errors: number;
}

/** What fails in a round besides the server. */
type Trouble = "none" | "dying workers" | "workers that do not start" | "no memory" | "closing";

export class Round {
  readonly story: string[] = [];
  readonly #random: Random;
  readonly #server: FaultyServer;
  readonly #sample: Sample;
  readonly #trouble: Trouble;
  readonly #kinds: readonly Fault[];
  readonly #validator: Validator;
  readonly #options: OpenOptions;
  readonly #workers: Worker[] = [];
  /** The ends of the workers that have failed. */
  readonly #ends: Promise<unknown>[] = [];
  #isWell = false;
  #stop = new AbortController();
  #actions = 0;
  #errors = 0;

  constructor(seed: number, server: FaultyServer, samples: readonly Sample[]) {
    const random = new Random(seed);
    this.#random = random;
    this.#server = server;
    this.#sample = random.pick(samples);
    // In half of the rounds only the server fails.
    this.#trouble = random.chance(0.5)
      ? "none"
      : random.pick<Trouble>(["dying workers", "workers that do not start", "no memory", "closing"]);
    // A server that tells nothing of its versions cannot be caught changing a file.
    this.#validator = random.pick<Validator>(["strong", "weak", "modified", "none"]);
    const possible = faults.filter((fault) => this.#validator !== "none" || fault !== "other version");
    this.#kinds = random.chance(0.5)
      ? possible
      : Array.from({ length: 1 + random.below(2) }, () => random.pick(possible));
    const most = random.pick([4096, 30_000, 100_000, undefined]);
    this.#options = {
      checksums: random.pick(["warn", "error", "ignore"] as const),
      http: {
        retries: random.below(4),
        most,
        gap: random.pick([0, 4096, undefined]),
        cache: random.pick([0, undefined]),
      },
      limits: { cache: random.pick([0, 100_000, 2 ** 28]) },
    };
    server.begin({
      seed,
      rate: random.pick([0.05, 0.2, 0.5, 0.9]),
      faults: this.#kinds,
      validator: this.#validator,
      onRequest: (random) => this.#disturb(random),
      onStall: () => this.#give(),
    });
    this.#tell(
      `${this.#sample.name}; ${this.#trouble}; ${this.#validator}; ${JSON.stringify(this.#options)}`,
    );
  }

  /** Resolves to what happened; rejects if something happened that must not. */
  async run(): Promise<Outcome> {
    const withWorkers = this.#trouble.includes("workers") || this.#random.chance(0.2);
    const pool = withWorkers ? this.#pool() : undefined;
    const restore = this.#trouble === "no memory" ? refuseMemory(() => this.#refuses()) : () => {};
    try {
      await this.#play(pool ? { ...this.#options, workers: pool } : this.#options);
    } finally {
      restore();
      pool?.close();
      this.#server.mend();
    }
    return { actions: this.#actions, errors: this.#errors };
  }

  async #play(options: OpenOptions): Promise<void> {
    const [first] = this.#sample.versions;
    if (first === undefined) {
      throw new Error("the sample has no version");
    }
    const plain = await this.#unharmed(() => open(first));
    const steps: { action: Action; truth: string[] }[] = [];
    for (let index = 0; index < 5; index += 1) {
      const action = anyAction(plain, this.#random);
      steps.push({ action, truth: await this.#unharmed(() => truths(this.#sample, action)) });
    }
    plain.close();
    const [source, name] = this.#source(first);
    const file = await this.#attempt(`open ${name}`, (signal) => open(source, { ...options, signal }));
    // What a server says to be the whole file may lack its end, and with it arrays.
    const isCut = file && this.#sample.versions.every(({ length }) => file.size < length - 4);
    if (file && !isCut) {
      /** The versions that all answers so far may be of. */
      let versions = this.#sample.versions.map((_, index) => index);
      const settle = (what: string, answer: string | undefined, truth: readonly string[]) => {
        if (answer !== undefined) {
          versions = versions.filter((version) => truth[version] === answer);
          if (versions.length === 0) {
            throw new Error(`wrong data: ${what}`);
          }
        }
      };
      const together = 1 + this.#random.below(3);
      for (let at = 0; at < steps.length; at += together) {
        const now = steps.slice(at, at + together);
        const closes = this.#trouble === "closing" && this.#random.chance(0.3);
        const running = now.map(({ action }) =>
          this.#attempt(action.name, (signal) => action.run(file, { signal })),
        );
        if (closes) {
          this.#tell("close");
          file.close();
        }
        for (const [index, answer] of (await Promise.all(running)).entries()) {
          settle(now[index]?.action.name ?? "", answer, now[index]?.truth ?? []);
        }
      }
      await this.#recover(file, steps, settle);
    }
    await this.#again(source, name, options, steps);
  }

  /** From now on nothing fails. */
  async #mend(): Promise<void> {
    this.#tell("all is well");
    this.#isWell = true;
    this.#server.mend();
    await Promise.all(this.#ends);
  }

  /** With all well again, the open file answers rightly, or says what has become of it. */
  async #recover(
    file: AsdfFile,
    steps: readonly { action: Action; truth: string[] }[],
    settle: (what: string, answer: string | undefined, truth: readonly string[]) => void,
  ): Promise<void> {
    await this.#mend();
    // What was opened may be for good not what is there.
    const isOther = this.#kinds.some((kind) => kind === "other version" || kind === "another size");
    const mayFail = this.#trouble === "closing" || isOther || file.warnings.length > 0;
    for (const { action, truth } of steps) {
      const errors = this.#errors;
      const answer = await this.#attempt(action.name, (signal) => action.run(file, { signal }));
      settle(`${action.name}, afterwards`, answer, truth);
      if (this.#errors > errors && !mayFail) {
        throw new Error(`an action fails though all is well: ${action.name}`);
      }
    }
    file.close();
  }

  /** A file that is opened when all is well is as it should be. */
  async #again(
    source: Source,
    name: string,
    options: OpenOptions,
    steps: readonly { action: Action; truth: string[] }[],
  ): Promise<void> {
    await this.#mend();
    using file = await this.#inTime(`open ${name} again`, open(source, options));
    for (const { action, truth } of steps) {
      const answer = await this.#inTime(`${action.name} again`, action.run(file, {}));
      const version = name === "URL" ? Math.min(this.#server.version, truth.length - 1) : 0;
      if (answer !== truth[version]) {
        throw new Error(`wrong data in the file opened again: ${action.name}`);
      }
    }
  }

  /** An action that may fail, with a right answer or `undefined` for an error. */
  async #attempt<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.#actions += 1;
    try {
      const answer = await this.#inTime(name, work(this.#stop.signal));
      this.#tell(`${name}: answered`);
      return answer;
    } catch (error) {
      this.#tell(`${name}: ${error}`);
      if (!isExpected(error)) {
        throw error;
      }
      this.#errors += 1;
      return undefined;
    }
  }

  async #inTime<T>(name: string, work: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer in time: ${name}`)), DEADLINE);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** What an unanswered request leads to: whoever waits gives up, and others try again. */
  #give(): void {
    const stop = this.#stop;
    this.#stop = new AbortController();
    setImmediate(() => {
      stop.abort(new Error("no answer"));
      setImmediate(() => this.#server.release());
    });
  }

  #source(bytes: Uint8Array): [Source, string] {
    if (this.#trouble !== "no memory" || this.#random.chance(0.5)) {
      return [this.#server.urlOf(this.#sample.name), "URL"];
    }
    return this.#random.pick<[Source, string]>([
      [new Blob([bytes as Uint8Array<ArrayBuffer>]), "Blob"],
      [bytes, "bytes"],
      [{ size: bytes.length, read: async (at, length) => bytes.slice(at, at + length) }, "source"],
    ]);
  }

  #refuses(): boolean {
    return !this.#isWell && this.#random.chance(0.15);
  }

  /** Does something while nothing fails. */
  async #unharmed<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#isWell;
    this.#isWell = true;
    try {
      return await work();
    } finally {
      this.#isWell = before;
    }
  }

  #pool(): WorkerPool {
    const script = new URL("../../../pkg/pool/node-worker.js", import.meta.url);
    const worker = () => {
      const fails = this.#trouble === "workers that do not start" && !this.#isWell;
      if (fails && this.#random.chance(0.3)) {
        throw new Error("no worker today");
      }
      const isBad = fails && this.#random.chance(0.5);
      const started = isBad ? new Worker("throw new Error('no')", { eval: true }) : new Worker(script);
      if (isBad) {
        this.#ends.push(new Promise((resolve) => started.once("exit", resolve)));
      }
      this.#workers.push(started);
      return started;
    };
    return new WorkerPool({ size: 2, part: 30_000, worker });
  }

  /** While a request is answered, a worker may die. */
  #disturb(random: Random): void {
    if (this.#trouble === "dying workers" && !this.#isWell && random.chance(0.3)) {
      const worker = this.#workers[random.below(this.#workers.length)];
      if (worker) {
        this.#tell("a worker dies");
        this.#ends.push(worker.terminate());
      }
    }
  }

  #tell(event: string): void {
    this.story.push(event);
  }
}
