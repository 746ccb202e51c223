/** The tree as text in the user's editor, and the file that is made of the changed text. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { problemIn, withYaml, yamlOf } from "@asdf-wasm/science/tree/yaml";
import type { AsdfFile } from "asdf-wasm";
import { Problem } from "../exit.ts";
import { whenInterrupted } from "../terminal/interrupt.ts";

/** Undefined if the text was not changed. A text that is no tree is kept, so that no work is lost. */
export async function editedFile(file: AsdfFile): Promise<AsdfFile | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "asdf-wasm-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forget = whenInterrupted(remove);
  const path = join(folder, "tree.yaml");
  const before = await yamlOf(file);
  writeFileSync(path, before);
  let isKept = false;
  try {
    await edited(path);
    const text = readFileSync(path, "utf8");
    if (text === before) {
      return undefined;
    }
    isKept = true;
    const problem = problemIn(text);
    if (problem) {
      const line = text.slice(0, problem.at).split("\n").length;
      throw new Problem(`line ${line}: ${problem.message}. Nothing was changed; your text is in ${path}`);
    }
    const changed = await withYaml(file, text, {});
    isKept = false;
    return changed;
  } finally {
    forget();
    if (!isKept) {
      remove();
    }
  }
}

/** Waits until the editor has ended. */
function edited(path: string): Promise<void> {
  const { VISUAL, EDITOR } = process.env;
  const usual = process.platform === "win32" ? "notepad" : "vi";
  const command = VISUAL || EDITOR || usual;
  const [program = "", ...options] = command.split(/\s+/);
  return new Promise((done, fail) => {
    const editor = spawn(program, [...options, path], { stdio: "inherit" });
    editor.on("error", () => {
      fail(new Problem(`the editor ${command} cannot be started: set EDITOR to one, or write PATH=VALUE`));
    });
    editor.on("close", (code) => {
      if (code === 0) {
        done();
      } else {
        fail(new Problem(`the editor ${command} ended with the code ${code}: nothing was changed`));
      }
    });
  });
}
