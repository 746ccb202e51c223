/** What the command says of servers that do not serve a file as is usual. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { write } from "asdf-wasm";
import { expect, test } from "vitest";
import { run } from "./run.ts";

/** What `info` says of a file of a server. */
async function infoFrom(answer: RequestListener) {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { code, err } = await run("info", `http://127.0.0.1:${port}/a.asdf`);
  server.close();
  return { code, err };
}

test("a server that gives no ranges is told of while it sends the whole file", async () => {
  const content = await write({ data: new Float64Array(2 ** 20) }, { as: "bytes" });
  const said = await infoFrom((_, response) => {
    response.writeHead(200, { "Content-Length": content.length }).end(content);
  });
  expect(said).toEqual({
    code: 0,
    err: expect.stringContaining("a server that gives no ranges sends the whole file"),
  });
});

test("a server that wants a password is told of, with what the command cannot do", async () => {
  expect(await infoFrom((_, response) => response.writeHead(401).end())).toEqual({
    code: 3,
    err: expect.stringMatching(/it wants to know who asks and the command cannot say it: .*curl/),
  });
});
