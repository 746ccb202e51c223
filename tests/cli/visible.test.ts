/** What a file could write to a terminal. */
import { expect, test } from "vitest";
import { visible } from "../../hosts/cli/src/terminal/visible.ts";

test.each([
  ["\x1b[31mred\x1b[39m\n\tand tabs", "\x1b[31mred\x1b[39m\n\tand tabs"],
  ["\x1b]0;title\x07", "␛]0;title␇"],
  ["\x1b[2J\x1b[1;1H", "␛[2J␛[1;1H"],
  ["a\rb\x7f\x9b2J", "a␍b␡<009B>2J"],
  ["right \u202e to left", "right <202E> to left"],
  ["é ☃ 中", "é ☃ 中"],
])("%j", (text, shown) => {
  expect(visible(text)).toBe(shown);
});
