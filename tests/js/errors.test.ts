/** Every failure is an `AsdfError` whose code says what kind it is, and whose message says what to do. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AsdfError, ndarray, open, openSync, slice, toTable, WorkerPool, write } from "asdf-wasm";
import { expect, test } from "vitest";
import { ndarray as arrayText, build } from "../support/build.ts";
import { arrayAt, failure } from "../support/values.ts";

const bytes = build(`data: ${arrayText(0, "uint8", [4])}`, [{ content: Uint8Array.of(1, 2, 3, 4) }]);

// biome-ignore lint/suspicious/noExplicitAny: what TypeScript would refuse
const untyped = (value: unknown): any => value;

test("open() without a source, or with something that is none", async () => {
  for (const source of [undefined, null, 5, true, {}, [], () => {}]) {
    const error = await failure(() => open(untyped(source)));
    expect(error).toMatchObject({ code: "bad-argument", message: expect.stringContaining("expected a URL") });
  }
  expect((await failure(() => openSync(untyped(undefined)))).code).toBe("bad-argument");
});

test("a path or a selection of the wrong type", async () => {
  const file = openSync(bytes);
  for (const path of [5, null, undefined, {}]) {
    expect((await failure(() => file.get(untyped(path)))).code).toBe("bad-argument");
    expect((await failure(() => file.tag(untyped(path)))).code).toBe("bad-argument");
    expect((await failure(() => file.resolve(untyped(path)))).code).toBe("bad-argument");
  }
  const array = arrayAt(file, "data");
  for (const selection of [null, 5, "0", {}]) {
    const error = await failure(() => array.read(untyped(selection)));
    expect(error).toMatchObject({
      code: "bad-selection",
      message: expect.stringContaining("expected a list"),
    });
  }
  const { message } = await failure(() => array.read(untyped({ signal: undefined })));
  expect(message).toContain("the selection is an object");
  expect(message).toContain("options come behind it");
});

test("a misspelt option is refused by its name, with the one that was meant", async () => {
  const file = openSync(bytes);
  const array = arrayAt(file, "data");
  const calls: [string, string, () => unknown][] = [
    ["onProgres", "onProgress", () => open(bytes, untyped({ onProgres: () => {} }))],
    ["checksum", "checksums", () => openSync(bytes, untyped({ checksum: "error" }))],
    ["limit", "limits", () => open(bytes, untyped({ limit: {} }))],
    ["outputs", "output", () => open(bytes, untyped({ limits: { outputs: 1 } }))],
    ["retrys", "retries", () => open(bytes, untyped({ http: { retrys: 1 } }))],
    ["onrows", "onRows", () => array.read([], untyped({ onrows: () => {} }))],
    ["maxsize", "maxSize", () => array.preview(untyped({ maxsize: 3 }))],
    ["signals", "signal", () => file.readBlock(0, untyped({ signals: 1 }))],
    ["signl", "signal", () => file.verify(0, untyped({ signl: 1 }))],
    ["compresion", "compression", () => write({}, untyped({ compresion: "zlib" }))],
    ["standart", "standard", () => file.edit(() => {}, untyped({ standart: "1.6.0" }))],
    ["alik", "alike", () => file.cutout({}, untyped({ alik: true }))],
    ["nam", "name", () => file.explode(untyped({ nam: "image" }))],
    ["batsh", "batch", () => array.records(untyped({ batsh: 3 })).next()],
    ["levl", "level", () => write({}, { compression: untyped({ name: "zlib", levl: 3 }) })],
    ["shap", "shape", () => ndarray([1], untyped({ shap: [1] }))],
    ["sizes", "size", () => new WorkerPool(untyped({ sizes: 3 }))],
  ];
  for (const [name, meant, call] of calls) {
    const { code, message } = await failure(call);
    expect([code, message]).toEqual(["bad-argument", expect.stringContaining(`no option \`${name}\``)]);
    expect(message).toContain(`did you mean \`${meant}\`?`);
  }
  const far = await failure(() => open(bytes, untyped({ verbose: true })));
  expect(far.message).toBe(
    "open() has no option `verbose`: it has signal, onProgress, checksums, limits, external, resolve, request, http, workers, converters, schemas",
  );
});

test("options of cutout(), explode() and records() are refused by the names of these calls", async () => {
  const file = openSync(bytes);
  const array = arrayAt(file, "data");
  const columns = openSync(
    build(`columns: [${arrayText(0, "uint8", [1])}]`, [{ content: Uint8Array.of(1) }]),
  );
  const table = toTable(columns.get(""));
  const records = "records() has no option `field`: did you mean `fields`?";
  const calls: [string, () => unknown][] = [
    [
      "cutout() has no option `alyke`: did you mean `alike`?",
      () => file.cutout({}, untyped({ alyke: true })),
    ],
    ["cutout() has no option `compresion`", () => file.cutout({}, untyped({ compresion: "zlib" }))],
    ["the options of cutout() are null", () => file.cutout({}, untyped(null))],
    [
      "explode() has no option `names`: did you mean `name`?",
      () => file.explode(untyped({ names: "image" })),
    ],
    ["explode() has no option `as`", () => file.explode(untyped({ as: "bytes" }))],
    ["`name` is 5: expected a name", () => file.explode(untyped({ name: 5 }))],
    [records, () => array.records(untyped({ field: ["ra"] })).next()],
    [records, () => table.records(untyped({ field: ["ra"] })).next()],
    ["the options of records() are null", () => table.records(untyped(null)).next()],
  ];
  for (const [words, call] of calls) {
    expect(await failure(call)).toMatchObject({
      code: "bad-argument",
      message: expect.stringContaining(words),
    });
  }
});

test("a value that an option cannot have", async () => {
  const array = arrayAt(openSync(bytes), "data");
  const calls: [() => unknown, string][] = [
    [() => open(bytes, untyped(null)), "the options of open() are null"],
    [
      () => open(bytes, untyped({ checksums: "strict" })),
      '`checksums` is "strict": expected "error" or "warn"',
    ],
    [() => open(bytes, untyped({ external: true })), "`external` is true"],
    [() => open(bytes, untyped({ workers: 4 })), "`workers` is 4: expected true, false or a pool"],
    [() => array.read([], untyped({ workers: 4 })), "`workers` is 4"],
    [() => open(bytes, untyped({ signal: new AbortController() })), "pass its `signal`"],
    [() => open(bytes, untyped({ signal: {} })), "expected an AbortSignal"],
    [() => open(bytes, untyped({ onProgress: true })), "`onProgress` is true"],
    [() => open(bytes, untyped({ resolve: {} })), "`resolve` is an object"],
    [() => open(bytes, untyped({ limits: { output: "1 GB" } })), '`limits.output` is "1 GB"'],
    [() => open(bytes, untyped({ http: { gap: -1 } })), "`http.gap` is -1"],
    [() => open(bytes, untyped({ request: "cors" })), '`request` is "cors"'],
    [() => array.read([], untyped({ float16: "number" })), '`float16` is "number"'],
    [() => write({}, untyped({ standard: "2.0.0" })), '`standard` is "2.0.0"'],
    [() => write({}, untyped({ as: "file" })), '`as` is "file"'],
  ];
  for (const [call, words] of calls) {
    expect(await failure(call)).toMatchObject({
      code: "bad-argument",
      message: expect.stringContaining(words),
    });
  }
});

test("an aborted operation fails with the name AbortError", async () => {
  const controller = new AbortController();
  controller.abort("enough");
  const error = await failure(() => open(new Blob([bytes]), { signal: controller.signal }));
  expect(error).toMatchObject({ name: "AbortError", code: "aborted", cause: "enough" });
  expect((await failure(() => openSync(bytes).readBlock(9))).name).toBe("AsdfError");
});

test("the status with which a server refused, and what helps", async () => {
  const server = createServer((request, response) => {
    response.writeHead(Number(request.url?.slice(1))).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const failed = (status: number) =>
    failure(() => open(`http://127.0.0.1:${port}/${status}`, { http: { retries: 0 } }));
  const refused = async (status: number) => {
    const error = await failed(status);
    return [error.code, error.status];
  };
  const unknown = await failed(401);
  expect(unknown.message).toMatch(/it wants to know who asks$/);
  expect(AsdfError.from(unknown.toJSON())?.advice).toBe("`request` can hold headers or credentials");
  expect(await refused(404)).toEqual(["not-found", 404]);
  expect(await refused(410)).toEqual(["not-found", 410]);
  expect(await refused(403)).toEqual(["network", 403]);
  expect(await refused(500)).toEqual(["network", 500]);
  server.close();
});

test("an error keeps its code through structuredClone, and everything through toJSON", async () => {
  const error = await failure(() => arrayAt(openSync(bytes), "data").read([slice(0, 9)]));
  const details = { name: "AsdfError", code: "bad-selection", message: error.message, path: "data" };
  expect(JSON.parse(JSON.stringify(error))).toMatchObject(details);
  expect(AsdfError.from(error)).toBe(error);
  expect(AsdfError.from(error.toJSON())).toMatchObject(details);
  const cloned = AsdfError.from(structuredClone(error));
  expect(cloned).toBeInstanceOf(AsdfError);
  expect(cloned).toMatchObject({ name: "AsdfError", code: "bad-selection", message: error.message });
  const aborted = new AsdfError("aborted", "the operation was aborted", { cause: new Error("enough") });
  expect(AsdfError.from(structuredClone(aborted))).toMatchObject({
    name: "AbortError",
    code: "aborted",
    cause: { message: "enough" },
  });
  expect(error.stack).toMatch(/^AsdfError \[bad-selection\]: /);
  for (const other of [undefined, null, "text", {}, new Error("of somebody else"), { code: "ENOENT" }]) {
    expect(AsdfError.from(other)).toBeUndefined();
  }
});
