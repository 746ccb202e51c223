/**
 * Very long texts of a file, wherever the page shows them: browsers lay out unbroken text in quadratic time, so that no more
 * than a part of one is ever put into the page at once.
 */
import { expect } from "vitest";
import { test, treeFile, type Viewer } from "../support/viewer.ts";

const LENGTH = 100_000;
/** The most that one element shows: a paragraph of a text that is read in full. */
const MOST = 16_100;

/** Texts of one kind of character each, as they stand in quotes in YAML. */
const TEXTS = ["a", " ", "7", "(", "#", "\u5bbd", "\u05d0", "\\u0007"].map((unit) => unit.repeat(LENGTH));

function fileWith(text: string): Buffer {
  const word = text.replace(/[^a-z\d]/gi, "x");
  return treeFile(
    `asdf_library: !core/software-1.0.0 {name: "x${text}", version: "${text}", author: "${text}"}
history:
  entries:
  - !core/history_entry-1.0.0 {description: "${text}", software: {name: "${text}", version: "1"}}
"x${text.slice(0, 1000)}": 1
tagged: !<tag:x.org/${word}> {a: 1}
text: "x${text}y"
records: !core/ndarray-1.1.0
  datatype: [{name: "x${text}", datatype: int8}]
  data: [[1], [2]]
source: !core/ndarray-1.1.0 {source: "${word}.asdf", datatype: int8, shape: [2]}
`,
  );
}

/** The longest text of one element of the page or of its tooltips. */
function longest({ page }: Viewer): Promise<number> {
  return page.evaluate(() => {
    const roots = [document, ...Array.from(document.querySelectorAll("*"), ({ shadowRoot }) => shadowRoot)];
    const lengths = roots.flatMap((root) =>
      Array.from(root?.querySelectorAll("body *, :host > *, *") ?? [], (element) => {
        const own = Array.from(element.childNodes, (node) => (node instanceof Text ? node.data.length : 0));
        const isCode = element instanceof HTMLStyleElement || element instanceof HTMLScriptElement;
        return isCode ? 0 : Math.max(0, element.getAttribute("title")?.length ?? 0, ...own);
      }),
    );
    return Math.max(...lengths);
  });
}

test("a file of long texts puts only parts of them into the page", async ({ viewer }) => {
  const { page } = viewer;
  for (const [index, text] of TEXTS.entries()) {
    await viewer.drop(`hostile-${index}.asdf`, fileWith(text));
    for (const key of ["tagged", "text", "records", "source", "asdf_library"]) {
      await viewer.row(key).click();
      await expect.poll(() => viewer.row(key).getAttribute("aria-selected")).toBe("true");
      expect(await longest(viewer), key).toBeLessThan(MOST);
    }
    await page.getByRole("tab", { name: "File" }).click();
    await page.getByText("Written by").waitFor();
    expect(await longest(viewer), "the file panel").toBeLessThan(MOST);
    await page.getByRole("tab", { name: "Contents" }).click();
  }
});
