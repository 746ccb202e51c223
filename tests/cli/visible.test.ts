/** What a file could write to a terminal. */

import { visible, visibleJson } from "@asdf-wasm/cli/terminal/visible.ts";
import { expect, test } from "vitest";

test.each([
  ["\x1b[31mred\x1b[39m\n\tand tabs", "\x1b[31mred\x1b[39m\n\tand tabs"],
  ["\x1b]0;title\x07", "␛]0;title␇"],
  ["\x1b[2J\x1b[1;1H", "␛[2J␛[1;1H"],
  ["a\rb\x7f\x9b2J", "a␍b␡<009B>2J"],
  ["right \u202e to left", "right <202E> to left"],
  ["é ☃ 中", "é ☃ 中"],
])("%j", (text, shown) => {
  expect(visible(text, true)).toBe(shown);
});

test("without colours none is left, and in JSON all are numbers", () => {
  expect(visible("\x1b[8mhidden\x1b]52;c;aGk=\x07")).toBe("␛[8mhidden␛]52;c;aGk=␇");
  const json = JSON.stringify({ a: "\x1b]52\x9b\u202e\x7f\n" });
  expect(visibleJson(json)).toBe('{"a":"\\u001b]52\\u009b\\u202e\\u007f\\n"}');
  expect(JSON.parse(visibleJson(json))).toEqual(JSON.parse(json));
});
