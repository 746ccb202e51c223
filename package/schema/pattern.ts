/**
 * Regular expressions of schemas, in the syntax of Python's `re`, searched for in a text.
 *
 * A schema may come from anywhere: the search follows all ways at once (Thompson's construction), so that its time grows with the length
 * of the text times that of the expression. What is looked for ahead or behind is searched for at each place anew, which takes that time
 * for each: a search that takes too many steps is ended. References back to groups are not regular, and are refused.
 */

import type { Effort } from "./effort.ts";

/** A step of the program: takes a character, branches to steps counted from itself, or tests the place. */
type Step =
  | { readonly op: "take"; readonly test: (character: string) => boolean }
  | { readonly op: "fork"; readonly to: readonly number[] }
  | { readonly op: "place"; readonly test: (text: readonly string[], at: number) => boolean }
  | { readonly op: "done" };

type Test = (character: string) => boolean;

/** The largest program: repeated groups are copied. */
const MAX_STEPS = 20_000;

/** The most characters that a search tests: some seconds. */
const MAX_TESTS = 50_000_000;
/** How many more the search that is running may test. */
let testsLeft = MAX_TESTS;

/** How many tests are as much effort as a keyword. */
const TESTS = 4;

type Search = (text: string, effort?: Effort) => boolean;

const cache = new Map<string, Search>();

/** Whether a tag is what a pattern says: `*` stands for anything without `/`, `**` for anything. */
export function isLike(pattern: string, tag: string): boolean {
  const [start = ""] = pattern.split("*", 1);
  if (!tag.startsWith(start)) {
    return false;
  }
  const rest = pattern.slice(start.length).replaceAll(/\*\*|\W/gu, (found) => ANY[found] ?? `\\${found}`);
  return searcher(`^${rest}\\Z`)(tag.slice(start.length));
}

const ANY: Readonly<Record<string, string>> = { "**": ".*", "*": "[^/]*" };

/** A function that finds a Python regular expression in a text; throws a `SyntaxError` if it is not one. */
export function searcher(pattern: string): Search {
  const known = cache.get(pattern);
  if (known) {
    return known;
  }
  const program = new Compiler(pattern).program();
  const search: Search = (text, effort) => {
    testsLeft = MAX_TESTS;
    const isFound = matches(program, Array.from(text));
    effort?.spend((MAX_TESTS - testsLeft) / TESTS);
    if (isFound) {
      return true;
    }
    if (testsLeft < 0) {
      const message = `the regular expression "${pattern}" takes too long in a text of ${text.length} characters`;
      throw new SyntaxError(message);
    }
    return false;
  };
  cache.set(pattern, search);
  return search;
}

/** Whether the program matches: from `start`, or from anywhere; to `end`, or to anywhere. */
function matches(
  program: readonly Step[],
  text: readonly string[],
  { start, end }: { readonly start?: number; readonly end?: number } = {},
): boolean {
  const marks = new Int32Array(program.length).fill(-1);
  let current: number[] = [];
  let isDone = false;
  const add = (threads: number[], first: number, at: number) => {
    const stack = [first];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      testsLeft -= 1;
      const step = program[index];
      if (step === undefined || marks[index] === at) {
        continue;
      }
      marks[index] = at;
      if (step.op === "take") {
        threads.push(index);
      } else if (step.op === "fork") {
        stack.push(...step.to.map((offset) => index + offset));
      } else if (step.op === "place") {
        if (step.test(text, at)) {
          stack.push(index + 1);
        }
      } else {
        isDone ||= end === undefined || end === at;
      }
    }
  };
  for (let at = start ?? 0; at <= (end ?? text.length); at += 1) {
    // Threads that arrived here were added with the mark of this place.
    if (start === undefined || start === at) {
      add(current, 0, at);
    }
    if (isDone || (start !== undefined && current.length === 0)) {
      return isDone;
    }
    testsLeft -= current.length + 1;
    if (testsLeft < 0) {
      return false;
    }
    const next: number[] = [];
    const character = text[at];
    if (character !== undefined) {
      for (const index of current) {
        const step = program[index];
        if (step?.op === "take" && step.test(character)) {
          add(next, index + 1, at + 1);
        }
      }
    }
    current = next;
  }
  return isDone;
}

const isDigit: Test = (character) => /\p{Nd}/u.test(character);
const isWord: Test = (character) => /[\p{L}\p{N}_]/u.test(character);
/** Blanks of JavaScript without the byte order mark, and separators of ASCII. */
const isSpace: Test = (character) =>
  /[^\S\ufeff]/u.test(character) || "\x1c\x1d\x1e\x1f\x85".includes(character);
const not =
  (test: Test): Test =>
  (character) =>
    !test(character);

const CLASSES: Readonly<Record<string, Test>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
};
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", a: "\x07" };

const isBoundary = (text: readonly string[], at: number) =>
  isWord(text[at - 1] ?? " ") !== isWord(text[at] ?? " ");

class Compiler {
  readonly #pattern: string;
  readonly #source: readonly string[];
  #at = 0;
  #flags = "";

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#source = Array.from(pattern);
  }

  program(): Step[] {
    const steps = this.#either();
    if (this.#at < this.#source.length) {
      throw this.#wrong("a parenthesis that nothing opens");
    }
    return [...steps, { op: "done" }];
  }

  #wrong(what: string): SyntaxError {
    return new SyntaxError(`the regular expression ${JSON.stringify(this.#pattern)} has ${what}`);
  }

  #peek(text: string): boolean {
    return Array.from(text).every((character, offset) => this.#source[this.#at + offset] === character);
  }

  #skip(text: string): boolean {
    const is = this.#peek(text);
    this.#at += is ? text.length : 0;
    return is;
  }

  #next(): string {
    const character = this.#source[this.#at];
    if (character === undefined) {
      throw this.#wrong("an end too early");
    }
    this.#at += 1;
    return character;
  }

  #either(): Step[] {
    const flags = this.#flags;
    const branches = [this.#sequence()];
    while (this.#skip("|")) {
      branches.push(this.#sequence());
    }
    this.#flags = flags;
    return branches.reduceRight((rest, branch) => fork(branch, rest));
  }

  #sequence(): Step[] {
    const steps: Step[] = [];
    while (this.#at < this.#source.length && !this.#peek("|") && !this.#peek(")")) {
      const atom = this.#atom();
      append(steps, this.#repeated(atom));
      if (steps.length > MAX_STEPS) {
        throw this.#wrong("too many repetitions");
      }
    }
    return steps;
  }

  #repeated(atom: Step[]): Step[] {
    let steps = atom;
    for (let bounds = this.#bounds(); bounds; bounds = this.#bounds()) {
      const [least, most] = bounds;
      // A lazy quantifier decides where a match ends, not whether there is one; a possessive one may decide that, too.
      if (!this.#skip("?") && this.#skip("+")) {
        throw this.#wrong("a possessive quantifier, which is not supported");
      }
      if (steps.length * Math.max(least, Number.isFinite(most) ? most : 1, 1) > MAX_STEPS) {
        throw this.#wrong("too many repetitions");
      }
      const once = steps;
      steps = [];
      for (let count = 0; count < least; count += 1) {
        append(steps, once);
      }
      if (most === Number.POSITIVE_INFINITY) {
        append(steps, [
          { op: "fork", to: [1, once.length + 2] },
          ...once,
          { op: "fork", to: [-once.length - 1] },
        ]);
      } else {
        let optional: Step[] = [];
        for (let count = least; count < most; count += 1) {
          const inner = [...once, ...optional];
          optional = [{ op: "fork", to: [1, inner.length + 1] }, ...inner];
        }
        append(steps, optional);
      }
    }
    return steps;
  }

  #bounds(): readonly [least: number, most: number] | undefined {
    if (this.#skip("*")) {
      return [0, Number.POSITIVE_INFINITY];
    }
    if (this.#skip("+")) {
      return [1, Number.POSITIVE_INFINITY];
    }
    if (this.#skip("?")) {
      return [0, 1];
    }
    const [whole, least, comma, most] =
      /^\{(\d*)(,?)(\d*)\}/.exec(this.#source.slice(this.#at, this.#at + 24).join("")) ?? [];
    if (whole === undefined || (least === "" && comma === "")) {
      return undefined;
    }
    this.#at += whole.length;
    const from = Number(least);
    return [from, comma === "" ? from : most === "" ? Number.POSITIVE_INFINITY : Number(most)];
  }

  #atom(): Step[] {
    const character = this.#next();
    switch (character) {
      case "(":
        return this.#group();
      case "[":
        return [this.#take(this.#set())];
      case ".":
        return [this.#take(this.#flags.includes("s") ? () => true : (one) => one !== "\n")];
      case "^": {
        const isLines = this.#flags.includes("m");
        return [place((text, at) => at === 0 || (isLines && text[at - 1] === "\n"))];
      }
      case "$": {
        const isLines = this.#flags.includes("m");
        return [
          place(
            (text, at) => at === text.length || (text[at] === "\n" && (isLines || at === text.length - 1)),
          ),
        ];
      }
      case "\\":
        return this.#escape();
      case "*":
      case "+":
      case "?":
        throw this.#wrong("nothing to repeat");
      default:
        return [this.#take((one) => one === character)];
    }
  }

  #take(test: Test): Step {
    const isAnyCase = this.#flags.includes("i");
    return {
      op: "take",
      test: isAnyCase ? (one) => test(one) || test(one.toLowerCase()) || test(one.toUpperCase()) : test,
    };
  }

  #group(): Step[] {
    if (!this.#skip("?") || this.#skip(":")) {
      return this.#closed();
    }
    if (this.#skip("#")) {
      while (!this.#skip(")")) {
        this.#next();
      }
      return [];
    }
    if (this.#skip("P<")) {
      while (!this.#skip(">")) {
        this.#next();
      }
      return this.#closed();
    }
    const isBehind = this.#skip("<");
    if (this.#peek("=") || this.#peek("!")) {
      const isWanted = this.#next() === "=";
      const inner: Step[] = [...this.#closed(), { op: "done" }];
      return [place((text, at) => isWanted === matches(inner, text, isBehind ? { end: at } : { start: at }))];
    }
    return this.#flagged();
  }

  /** `(?i)`, `(?i:…)`. */
  #flagged(): Step[] {
    let flags = "";
    while (/[aimsux]/.test(this.#source[this.#at] ?? "")) {
      flags += this.#next();
    }
    if (flags === "" || flags.includes("x")) {
      throw this.#wrong("a group of a kind that is not supported");
    }
    const before = this.#flags;
    this.#flags += flags;
    if (this.#skip(")")) {
      return [];
    }
    if (!this.#skip(":")) {
      throw this.#wrong("a group of a kind that is not supported");
    }
    const steps = this.#closed();
    this.#flags = before;
    return steps;
  }

  #closed(): Step[] {
    const steps = this.#either();
    if (!this.#skip(")")) {
      throw this.#wrong("a parenthesis that nothing closes");
    }
    return steps;
  }

  #escape(): Step[] {
    const character = this.#next();
    switch (character) {
      case "A":
        return [place((_, at) => at === 0)];
      case "Z":
        return [place((text, at) => at === text.length)];
      case "b":
        return [place(isBoundary)];
      case "B":
        return [place((text, at) => !isBoundary(text, at))];
      default:
        return [this.#take(this.#escaped(character))];
    }
  }

  /** The characters that an escape stands for, in a set or outside. */
  #escaped(character: string): Test {
    const set = CLASSES[character];
    if (set) {
      return set;
    }
    const wanted = this.#literal(character);
    return (one) => one === wanted;
  }

  #literal(character: string): string {
    const length = { x: 2, u: 4, U: 8 }[character];
    if (length !== undefined) {
      const digits = this.#source.slice(this.#at, this.#at + length).join("");
      this.#at += length;
      const code = Number.parseInt(digits, 16);
      if (!/^[0-9a-fA-F]+$/.test(digits) || digits.length !== length || code > 0x10ffff) {
        throw this.#wrong(`a wrong escape \\${character}${digits}`);
      }
      return String.fromCodePoint(code);
    }
    if (character === "0") {
      return "\0";
    }
    const control = CONTROLS[character];
    if (control !== undefined) {
      return control;
    }
    if (/[A-Za-z0-9]/.test(character)) {
      throw this.#wrong(`an escape \\${character}, which is not supported`);
    }
    return character;
  }

  #set(): Test {
    const isNegated = this.#skip("^");
    const tests: Test[] = [];
    do {
      tests.push(this.#member());
    } while (!this.#skip("]"));
    const is: Test = (one) => tests.some((test) => test(one));
    return isNegated ? not(is) : is;
  }

  #member(): Test {
    const first = this.#next();
    const escaped = first === "\\" ? this.#next() : undefined;
    if (escaped !== undefined && escaped in CLASSES) {
      return this.#escaped(escaped);
    }
    const from = escaped === undefined ? first : escaped === "b" ? "\b" : this.#literal(escaped);
    if (!this.#peek("-") || this.#source[this.#at + 1] === "]") {
      return (one) => one === from;
    }
    this.#skip("-");
    const last = this.#next();
    const to = last === "\\" ? this.#literal(this.#next()) : last;
    const [low, high] = [codeOf(from), codeOf(to)];
    if (low > high) {
      throw this.#wrong(`a wrong range ${from}-${to}`);
    }
    return (one) => codeOf(one) >= low && codeOf(one) <= high;
  }
}

const codeOf = (character: string) => character.codePointAt(0) ?? 0;

function place(test: (text: readonly string[], at: number) => boolean): Step {
  return { op: "place", test };
}

/** Two ways, as one program. */
function fork(one: readonly Step[], other: readonly Step[]): Step[] {
  return [{ op: "fork", to: [1, one.length + 2] }, ...one, { op: "fork", to: [other.length + 1] }, ...other];
}

function append(steps: Step[], more: readonly Step[]): void {
  for (const step of more) {
    steps.push(step);
  }
}
