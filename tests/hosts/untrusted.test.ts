/** What hosts do with names, answers and addresses that others choose. */
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesOf } from "@asdf-wasm/hosts/bounded";
import { fill, nameBeside, openNew } from "@asdf-wasm/hosts/fill";
import { quoted } from "@asdf-wasm/science/format/csvCell";
import { withoutSecrets } from "@asdf-wasm/www/viewer/shell/tabs/address.ts";
import { plain } from "asdf-viewer/src/plain.ts";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "asdf-hosts-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a file is replaced by a new one with its permissions, and no link is followed", async () => {
  const [path, victim] = [join(folder, "a.asdf"), join(folder, "victim")];
  writeFileSync(path, "old", { mode: 0o640 });
  writeFileSync(victim, "untouched");
  const name = nameBeside(path);
  expect(nameBeside(path)).not.toBe(name);
  symlinkSync(victim, name);
  await expect(openNew(name, path)).rejects.toThrow("EEXIST");
  rmSync(name);
  await fill(await openNew(name, path), [new TextEncoder().encode("new")]);
  expect([readFileSync(name, "utf8"), statSync(name).mode & 0o777]).toEqual(["new", 0o640]);
  expect(readFileSync(victim, "utf8")).toBe("untouched");
  expect(readdirSync(folder)).toHaveLength(3);
});

test("an answer is read up to what was asked for", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(1000));
    },
  });
  await expect(bytesOf(new Response(endless), 1500)).rejects.toThrow("more than the 1500 bytes");
  expect(sent).toBeLessThan(5);
  expect(await bytesOf(new Response("abc"), 3)).toEqual(new TextEncoder().encode("abc"));
  expect(await bytesOf(new Response(null), 3)).toHaveLength(0);
});

test.each([
  ["=1+1", "'=1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ["\t=1", '"\'\t=1"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ["-", "'-"],
  ["-5", "-5"],
  ["-1.5e-10", "-1.5e-10"],
  ["-Infinity", "-Infinity"],
  ["-1 -2i", "-1 -2i"],
  ["-05:23:28.1", "-05:23:28.1"],
  ["+65d57m12s", "+65d57m12s"],
  ["M 33", "M 33"],
  ["a,b", '"a,b"'],
])("the cell %j", (text, cell) => expect(quoted(text)).toBe(cell));

test.each([
  ["https://a.org/f.asdf?X-Amz-Signature=1&X-Amz-Credential=2&part=3", "https://a.org/f.asdf?part=3"],
  ["https://a.org/f.asdf?sv=1&se=2&sr=b&sig=3", "https://a.org/f.asdf"],
  ["https://me:word@a.org/f.asdf", "https://a.org/f.asdf"],
  ["https://a.org/f.asdf?access_token=1", "https://a.org/f.asdf"],
  ["https://a.org/f.asdf?product=1&size=10", "https://a.org/f.asdf?product=1&size=10"],
  ["s3://bucket/key.asdf", "s3://bucket/key.asdf"],
  ["a.asdf", "a.asdf"],
])("%s without secrets", (url, bare) => expect(withoutSecrets(url)).toBe(bare));

test("a name is no link in a message of VS Code", () => {
  expect(plain("[open](command:workbench.action.quit).asdf changed")).not.toMatch(/\]\(/);
});
