/** Files in buckets: listed, and read with the keys of the environment, a profile or a container. */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { open } from "asdf-wasm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchTestBrowser } from "../../scripts/setup/browser.mjs";
import { Viewer } from "../e2e/support/viewer.ts";
import { type Store, startStore } from "../support/bucketServer.ts";
import { ended, roman, scratch, started } from "./run.ts";

const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCY";
const image = readFileSync(roman);
const names = ["a.asdf", "night 1/a+b.asdf", "night 1/c.asdf", "night 1/stars.csv"];
const table = Buffer.from("id,mag\n1,19.5\n2,21\n");
const at = scratch();
let store: Store;

beforeAll(async () => {
  const keys = new Map([
    ["AKID", { secret: SECRET }],
    ["ASIA", { secret: SECRET, token: "T+1" }],
  ]);
  const file = (name: string) => {
    const whole = name.endsWith(".csv") ? table : image;
    const bytes = (offset: number, length: number) => whole.subarray(offset, offset + length);
    return names.includes(name) ? { size: whole.length, bytes } : undefined;
  };
  store = await startStore({ bucket: "sky", region: "eu-west-1", keys, names, file });
  writeFileSync(
    at("config"),
    `[default]\nregion = nowhere\n[profile night]\nregion = eu-west-1\nendpoint_url = ${store.endpoint}\n`,
  );
  writeFileSync(at("credentials"), `[night]\naws_access_key_id = AKID\naws_secret_access_key = ${SECRET}\n`);
});
afterAll(() => store.stop());

/** Runs it with nothing of Amazon in the environment but this; no output has the secret. */
async function runWith(env: NodeJS.ProcessEnv, ...args: readonly string[]) {
  const files = { AWS_CONFIG_FILE: at("config"), AWS_SHARED_CREDENTIALS_FILE: at("credentials") };
  const result = await ended(started(args, { env: { ...files, ...env } }));
  expect(result.out + result.err).not.toContain(SECRET);
  return result;
}

const keys = () => ({
  AWS_ACCESS_KEY_ID: "AKID",
  AWS_SECRET_ACCESS_KEY: SECRET,
  AWS_REGION: "eu-west-1",
  AWS_ENDPOINT_URL: store.endpoint,
});

test("files and folders, with the keys of the environment", async () => {
  const { code, out } = await runWith(keys(), "ls", "s3://sky/");
  expect(code).toBe(0);
  expect(out.split("\n").map((line) => line.trim().split("  ").at(-1))).toEqual([
    "s3://sky/night 1/",
    "s3://sky/a.asdf",
    "",
  ]);
  const found = await runWith(keys(), "ls", "s3://sky/", "--recursive", "--find", "A+B", "--json");
  expect(JSON.parse(found.out)).toMatchObject({
    files: [{ key: "night 1/a+b.asdf", size: image.length }],
    isMore: false,
  });
  expect((await runWith(keys(), "ls", "s3://sky/none/")).code).toBe(1);
  expect((await runWith(keys(), "ls", "s3://")).out).toBe("s3://sky/\n");
  expect(JSON.parse((await runWith(keys(), "ls", "s3://sky/", "-r", "-n", "2", "--json")).out)).toMatchObject(
    { isMore: true },
  );
});

test("a file is read with the keys of a profile", async () => {
  const { code, out } = await runWith(
    { AWS_PROFILE: "night" },
    "get",
    "s3://sky/night 1/a+b.asdf",
    "roman/meta/telescope",
  );
  expect([code, out]).toEqual([0, "ROMAN\n"]);
  const stars = await runWith({ AWS_PROFILE: "night" }, "table", "s3://sky/night 1/stars.csv", "--json");
  expect(JSON.parse(stars.out)).toMatchObject({ format: "csv", rows: 2 });
  const wrong = await runWith({ AWS_PROFILE: "day" }, "info", "s3://sky/a.asdf");
  expect([wrong.code, wrong.err]).toEqual([3, expect.stringContaining("there is no profile `day`")]);
});

test("arrays of files in a bucket are stacked with the keys, and one that is not there is named", async () => {
  const files = ["a.asdf", "night 1/c.asdf", "lost.asdf"].map((name) => `s3://sky/${name}`);
  const args = ["--path", "roman/data", "-fo", at("cube.asdf")];
  const made = await runWith(keys(), "stack", ...files.slice(0, 2), ...args);
  expect(made).toMatchObject({ code: 0, err: "" });
  {
    using cube = await open(at("cube.asdf"));
    using one = await open(roman);
    const plane = await one.array("roman/data", "float32").read();
    expect(await cube.array("data", "float32").read([1])).toEqual(plane);
    expect(cube.get("files")).toEqual(files.slice(0, 2));
  }
  const some = await runWith(keys(), "stack", ...files, ...args);
  expect([some.code, some.err]).toEqual([3, expect.stringContaining("left out: s3://sky/lost.asdf: ")]);
});

test("a container's server gives the keys", async () => {
  const answer = JSON.stringify({ AccessKeyId: "ASIA", SecretAccessKey: SECRET, Token: "T+1" });
  const server = createServer(({ headers }, response) => {
    response
      .writeHead(headers.authorization === "let me" ? 200 : 403)
      .end(headers.authorization === "let me" ? answer : SECRET);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/keys`;
  const env = {
    AWS_CONTAINER_CREDENTIALS_FULL_URI: url,
    AWS_ENDPOINT_URL: store.endpoint,
    AWS_REGION: "eu-west-1",
  };
  try {
    const good = await runWith(
      { ...env, AWS_CONTAINER_AUTHORIZATION_TOKEN: "let me" },
      "get",
      "s3://sky/a.asdf",
      "roman/meta/telescope",
    );
    expect([good.code, good.out]).toEqual([0, "ROMAN\n"]);
    const bad = await runWith(env, "info", "s3://sky/a.asdf");
    expect([bad.code, bad.err]).toEqual([3, expect.stringContaining("gives no keys for buckets")]);
  } finally {
    server.close();
  }
});

test("refusals are sentences", async () => {
  const wrong = await runWith({ ...keys(), AWS_SECRET_ACCESS_KEY: "x" }, "ls", "s3://sky/");
  expect([wrong.code, wrong.err]).toEqual([
    3,
    expect.stringContaining("a secret key that does not belong to the access key"),
  ]);
  const nobody = await runWith(keys(), "ls", "s3://sky/", "--no-sign");
  expect([nobody.code, nobody.err]).toEqual([3, expect.stringContaining("does not let everybody list")]);
  expect((await runWith(keys(), "ls", "sky")).code).toBe(2);
});

test("a folder of a web server, and what is no place", async () => {
  const server = createServer((_, response) => {
    const page = '<a href="night%201/">night 1/</a> <a href="a+b.asdf">a+b.asdf</a> 2026-11-27 13:27  10';
    response.writeHead(200, { "content-type": "text/html" }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const root = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;
  try {
    const { code, out } = await runWith(keys(), "ls", root);
    expect([code, out.split("\n").map((line) => line.trim().split("  ").at(-1))]).toEqual([
      0,
      [`${root}night 1/`, `${root}a%2Bb.asdf`, ""],
    ]);
    const found = await runWith(keys(), "ls", root, "--json");
    expect(JSON.parse(found.out)).toMatchObject({ root, prefix: "", files: [{ key: "a+b.asdf", size: 10 }] });
  } finally {
    server.close();
  }
  expect((await runWith(keys(), "ls", "10.5281")).code).toBe(3);
});

test("the viewer reads files in a bucket from the server of the command: no key reaches the page", async () => {
  const files = { AWS_CONFIG_FILE: at("config"), AWS_SHARED_CREDENTIALS_FILE: at("credentials") };
  const args = ["view", "s3://sky/a.asdf", "s3://sky/night 1/", "--no-open", "--json"];
  const child = started(args, { env: { ...files, ...keys() } });
  const ending = ended(child);
  const line = await new Promise<string>((done) =>
    child.stdout?.once("data", (chunk) => done(String(chunk))),
  );
  const { address, files: named } = JSON.parse(line);
  expect(named).toEqual(["s3://sky/a.asdf", "s3://sky/night 1/a+b.asdf", "s3://sky/night 1/c.asdf"]);
  const script = await (await fetch(`${address}page.js`)).text();
  expect(script).toContain('"remote/0/a.asdf","remote/1/a%2Bb.asdf","remote/2/c.asdf"');
  const part = await fetch(`${address}remote/1/a%2Bb.asdf`, { headers: { Range: "bytes=0-4" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 0-4/${image.length}`]);
  expect(await part.text()).toBe("#ASDF");
  const whole = await fetch(`${address}remote/0/a.asdf`);
  expect(whole.headers.get("content-security-policy")).toContain("sandbox");
  expect(Buffer.from(await whole.arrayBuffer()).equals(image)).toBe(true);
  const beyond = await fetch(`${address}remote/0/a.asdf`, { headers: { Range: `bytes=${image.length}-` } });
  expect(beyond.status).toBe(416);
  expect((await fetch(`${address}remote/3/x.asdf`)).status).toBe(404);
  store.refusals.push({ code: "AccessDenied", status: 403 });
  const refused = await fetch(`${address}remote/2/c.asdf`);
  const said = await refused.text();
  expect([refused.status, said]).toEqual([403, expect.stringContaining("<Message>the server answered 403")]);
  expect(await (await fetch(`${address}remote/2/c.asdf`)).arrayBuffer()).toHaveProperty(
    "byteLength",
    image.length,
  );
  // A file that is replaced there is not mixed with what was read.
  store.version = 2;
  const other = await fetch(`${address}remote/1/a%2Bb.asdf`, { headers: { Range: "bytes=300000-300009" } });
  expect([other.status, await other.text()]).toEqual([403, expect.stringContaining("was replaced")]);
  const anew = await fetch(`${address}remote/1/a%2Bb.asdf`, { headers: { Range: "bytes=300000-300009" } });
  expect([anew.status, anew.headers.get("etag")]).toEqual([206, '"1"']);
  const browser = await launchTestBrowser();
  const viewer = new Viewer(await browser.newPage());
  await viewer.page.goto(address);
  await viewer.drawn();
  expect(await viewer.tabs.locator(".file-name").allInnerTexts()).toEqual(["a.asdf", "a+b.asdf", "c.asdf"]);
  const page = await viewer.page.content();
  await browser.close();
  expect(viewer.complaints).toEqual([]);
  child.kill("SIGINT");
  const { out, err } = await ending;
  for (const text of [out, err, script, said, page, ...store.asked]) {
    expect(text).not.toContain(SECRET);
  }
  const wrong = await runWith(
    { ...keys(), AWS_SECRET_ACCESS_KEY: "x" },
    "view",
    "s3://sky/a.asdf",
    "--no-open",
  );
  expect([wrong.code, wrong.err]).toEqual([3, expect.stringContaining("the secret key does not belong")]);
});
