/** Colours of texts, where a terminal shows them. */
import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];
type Paint = (text: string) => string;

/** What a text is, and thereby its colour. */
export interface Style {
  readonly isColoured: boolean;
  readonly heading: Paint;
  readonly key: Paint;
  readonly string: Paint;
  readonly number: Paint;
  readonly array: Paint;
  readonly faint: Paint;
  readonly good: Paint;
  readonly warning: Paint;
  readonly bad: Paint;
}

export function styleOf(isColoured: boolean): Style {
  const paint =
    (format: Format): Paint =>
    (text) =>
      isColoured ? styleText(format, text, { validateStream: false }) : text;
  return {
    isColoured,
    heading: paint("bold"),
    key: paint("cyan"),
    string: paint("green"),
    number: paint("yellow"),
    array: paint("magenta"),
    faint: paint("dim"),
    good: paint("green"),
    warning: paint("yellow"),
    bad: paint("red"),
  };
}

/** Whether a stream gets colours: as the option says, then NO_COLOR (no-color.org) and FORCE_COLOR, then if it is a terminal. */
export function colourWanted(stream: { readonly isTTY?: boolean }, option: boolean | undefined): boolean {
  const { NO_COLOR: none = "", FORCE_COLOR: forced, TERM: terminal } = process.env;
  if (option !== undefined) {
    return option;
  }
  if (none !== "") {
    return false;
  }
  return forced === undefined
    ? stream.isTTY === true && terminal !== "dumb"
    : forced !== "0" && forced !== "false";
}
