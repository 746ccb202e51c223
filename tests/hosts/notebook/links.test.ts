/** Links of the viewer without their file, and the theme of the notebook. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { linkTo, wordsOf } from "@asdf-wasm/notebook/links.ts";
import { themeOf } from "@asdf-wasm/notebook/theme.ts";
import { REDUCTIONS } from "@asdf-wasm/science/compute/reductions";
import { COLORMAPS, INTERVALS, STRETCHES } from "@asdf-wasm/www/viewer/views/image/display/choices.ts";
import { expect, test } from "vitest";
import { root } from "../../../scripts/command/process.mjs";

test("a link's words are those after its file", () => {
  expect(wordsOf("#file=a%20b.asdf&path=roman/data&pick=3,4")).toBe("path=roman/data&pick=3,4");
  expect(wordsOf("?url=https://x.org/a.asdf&url=b.asdf&tab=1&path=data")).toBe("path=data");
  expect(wordsOf("?url=a.asdf&tab=none#file=b.asdf&path=data")).toBe("path=data");
  expect(wordsOf("")).toBe("");
});

test("words lead to a place in a file by its name or address", () => {
  expect(linkTo({ name: "täg #1&.asdf" }, "path=data")).toBe("#file=t%C3%A4g%20%231%26.asdf&path=data");
  expect(linkTo({ name: "a.asdf", url: "https://x.org/a.asdf?v=1&w" }, "")).toBe(
    "?url=https%3A%2F%2Fx.org%2Fa.asdf%3Fv%3D1%26w",
  );
});

test("the theme is that of JupyterLab, VS Code or marimo, and else the system's", () => {
  const page = (body: Record<string, string>, root: Record<string, string> = {}) => {
    const element = ({ class: names = "", ...dataset }: Record<string, string>) => ({
      dataset,
      classList: names.split(" "),
    });
    return themeOf({ documentElement: element(root), body: element(body) } as unknown as Document);
  };
  expect(page({ jpThemeLight: "false", jpThemeName: "JupyterLab Dark" })).toBe("dark");
  expect(page({ jpThemeLight: "true" })).toBe("light");
  expect(page({ vscodeThemeKind: "vscode-dark" })).toBe("dark");
  expect(page({ vscodeThemeKind: "vscode-high-contrast" })).toBe("dark");
  expect(page({ vscodeThemeKind: "vscode-high-contrast-light" })).toBe("light");
  expect(page({ class: "dark dark-theme" })).toBe("dark");
  expect(page({ class: "a" }, { class: "light" })).toBe("light");
  expect(page({})).toBe(null);
});

test("the names that Python accepts are those of the viewer", () => {
  const text = readFileSync(join(root, "hosts/notebook/asdf_viewer/_checks.py"), "utf8");
  const names = (list: string) => {
    const [, inner = ""] = new RegExp(`^${list} = \\(([^=]+?)\\)$`, "m").exec(text) ?? [];
    return [...inner.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
  };
  const registry = readFileSync(join(root, "www/src/viewer/views/registry.ts"), "utf8");
  expect(names("VIEWS")).toEqual([...registry.matchAll(/^ {4}name: "(\w+)"/gm)].map(([, name]) => name));
  expect(names("INTERVALS")).toEqual(INTERVALS.map(([name]) => name).filter((name) => name !== "manual"));
  expect(names("STRETCHES")).toEqual(STRETCHES.map(([name]) => name));
  expect(names("COLORMAPS").toSorted()).toEqual(COLORMAPS.flatMap(([, names]) => names).toSorted());
  expect(names("COLLAPSED")).toEqual([...REDUCTIONS]);
});
