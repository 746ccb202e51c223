/** An editor completes the paths of a file: the compiler's own language server, asked as editors ask it. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { packageCommand } from "../../../scripts/command/process.mjs";
import { withProject } from "../support/program.ts";

const PROGRAM = `import { open } from "asdf-wasm";
import type { RomanImage } from "asdf-wasm/types/roman";

const file = await open<RomanImage>("r0000101.asdf");
export const value = file.tree.roman.meta.exposure.`;

test("the names in `roman.meta.exposure`", async () => {
  const items = await withProject({ "program.ts": PROGRAM }, (folder) => completions(folder, PROGRAM));
  const names = items.map(({ label }) => label);
  expect(names).toEqual(expect.arrayContaining(["start_time", "ma_table_number", "effective_exposure_time"]));
  expect(names).not.toContain("photometry");
});

interface Item {
  readonly label: string;
}

/** What a server of the Language Server Protocol completes at the end of a program. */
async function completions(folder: string, text: string): Promise<Item[]> {
  const server = spawn(process.execPath, [packageCommand("typescript", "tsc"), "--lsp", "--stdio"], {
    cwd: folder,
  });
  const answers = new Map<number, (result: unknown) => void>();
  let received = Buffer.alloc(0);
  server.stdout.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const [head, length] =
        /^Content-Length: (\d+)\r\n(?:.*\r\n)*?\r\n/.exec(received.toString("latin1")) ?? [];
      const start = head?.length ?? 0;
      if (head === undefined || received.length < start + Number(length)) {
        return;
      }
      const message = JSON.parse(received.subarray(start, start + Number(length)).toString());
      received = received.subarray(start + Number(length));
      if (message.method !== undefined && message.id !== undefined) {
        send({ id: message.id, result: null });
      } else {
        answers.get(message.id)?.(message.result);
      }
    }
  });
  const send = (message: object) => {
    const json = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    server.stdin.write(`Content-Length: ${json.length}\r\n\r\n${json}`);
  };
  const ask = (id: number, method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      answers.set(id, resolve);
      send({ id, method, params });
    });
  const uri = pathToFileURL(join(folder, "program.ts")).href;
  const lines = text.split("\n");
  try {
    await ask(1, "initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      capabilities: {},
    });
    send({ method: "initialized", params: {} });
    send({
      method: "textDocument/didOpen",
      params: { textDocument: { uri, languageId: "typescript", version: 1, text } },
    });
    const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    const found = await ask(2, "textDocument/completion", { textDocument: { uri }, position });
    return (found as { readonly items: Item[] }).items;
  } finally {
    server.kill();
  }
}
