/** What every subcommand is given: how to print, and whether people or programs read it. */
import { colourWanted, type Style, styleOf } from "./terminal/colour.ts";
import { visible, visibleJson } from "./terminal/visible.ts";

/** The options that every subcommand has. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly color?: boolean;
  readonly pager: boolean;
}

/** A subcommand's module; its options are those that are declared here for it. */
export interface Subcommand<Options> {
  run(context: Context, args: readonly string[], options: Options): Promise<number>;
}

export class Context {
  /** Whether the output is one JSON document. */
  readonly json: boolean;
  readonly style: Style;
  /** Whether a long text may go through a pager. */
  readonly pager: boolean;
  #text = "";

  constructor({ json = false, color, pager }: CommonOptions) {
    this.json = json;
    this.style = styleOf(!json && colourWanted(process.stdout, color));
    this.pager = pager && !json;
  }

  /** What was printed so far. */
  get text(): string {
    return this.#text;
  }

  /** The columns of the terminal; undefined if the output goes elsewhere, where lines are not shortened. */
  get width(): number | undefined {
    return process.stdout.isTTY ? process.stdout.columns || 80 : undefined;
  }

  /** Prints lines, once the subcommand has ended. */
  print(...lines: readonly string[]): void {
    const text = lines.map((line) => `${line}\n`).join("");
    this.#text += visible(text, this.style.isColoured);
  }

  /** Prints a picture, which is made of control characters. */
  printPicture(text: string): void {
    this.#text += text;
  }

  /** Prints the result as JSON. */
  printJson(value: unknown): void {
    this.#text += `${visibleJson(JSON.stringify(value, plain, 2))}\n`;
  }

  /** Tells why one file of several failed; in JSON, the result says it. */
  fail(sentence: string): void {
    if (!this.json) {
      this.note(`asdf-wasm: ${sentence}`);
    }
  }

  /** Tells a person something that is not part of the result, at once. */
  note(...lines: readonly string[]): void {
    process.stderr.write(lines.map((line) => `${visible(line)}\n`).join(""));
  }
}

/** Values that JSON does not have become text, as in `toJSON()`. */
function plain(_: string, value: unknown): unknown {
  const isText = typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value));
  return isText ? String(value) : value;
}
