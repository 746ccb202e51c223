/** `configure()`: where the files of the package are, and how its workers start; what comes too late is refused. */
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { ArrayData, AsdfFile, Configuration } from "asdf-wasm";
import { expect, test, vi } from "vitest";
import { build } from "../../support/build.ts";

type Package = typeof import("asdf-wasm/slim");

const pkg = new URL("../../../pkg/", import.meta.url);
const file = build("a: 1");
const fits = readFileSync(new URL("../../data/fits/images.fits", import.meta.url));
const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(name, pkg)));

/** A copy of an entry in which nothing is loaded. */
async function fresh(entry: string): Promise<Package> {
  vi.resetModules();
  return import(`asdf-wasm${entry}`);
}

const reasonOf = (work: () => unknown) => {
  try {
    work();
  } catch (thrown) {
    const { code, message } = thrown as { code: string; message: string };
    return [code, message];
  }
  return undefined;
};

test("addresses, bytes and promises of all four modules, each asked for when it is needed", async () => {
  const { configure, open, write } = await fresh("/slim");
  const asked: string[] = [];
  configure({
    locate: (name) => {
      asked.push(name);
      const bytes = bytesOf(name);
      return name.includes("fits")
        ? new Response(bytes, { headers: { "content-type": "application/wasm" } })
        : Promise.resolve(bytes);
    },
  });
  expect(asked).toEqual([]);
  expect((await open(file)).get("a")).toBe(1);
  expect((await open(fits)).dialect).toBe("fits");
  expect((await open(await write({ b: 2 }))).get("b")).toBe(2);
  expect(asked).toEqual(["asdf_wasm_bg.wasm", "asdf_wasm_fits_bg.wasm", "asdf_wasm_writer_bg.wasm"]);
});

test("`openSync` needs nothing else where `locate` returns the module itself", async () => {
  const { configure, initFits, openSync } = await fresh("/slim");
  configure({ locate: bytesOf });
  expect(openSync(file).get("a")).toBe(1);
  await initFits();
  expect(openSync(fits).dialect).toBe("fits");
});

test("in Node, paths and `file:` URLs, at once as well; undefined leaves a file to the package", async () => {
  const { configure, openSync, write } = await fresh("");
  const asked: string[] = [];
  configure({
    locate: (name) => {
      asked.push(name);
      return name.includes("writer") ? undefined : new URL(name, pkg);
    },
  });
  expect([openSync(file).get("a"), openSync(fits).dialect]).toEqual([1, "fits"]);
  await write({ b: 2 });
  expect(asked).toEqual(["asdf_wasm_bg.wasm", "asdf_wasm_fits_bg.wasm", "asdf_wasm_writer_bg.wasm"]);
});

test("workers: started by the caller, or from the script that it names", async () => {
  const script = new URL("pool/node-worker.js", pkg);
  const data = new Uint16Array(300_000).map((_, i) => i * i);
  const started: string[] = [];
  const note = (name: string) => {
    started.push(name);
    return script;
  };
  const ways: Configuration[] = [
    { startWorker: (name) => new Worker(note(name)) },
    { locate: (name) => (name.endsWith(".js") ? note(name) : undefined) },
  ];
  for (const way of ways) {
    const { configure, open, WorkerPool, write } = await fresh("");
    configure(way);
    const pool = new WorkerPool({ size: 1, part: 2 ** 16 });
    const opened: AsdfFile = await open(await write({ data }, { compression: "lz4" }), { workers: pool });
    const array = opened.get("data") as { read(): Promise<ArrayData> };
    expect(Buffer.from((await array.read()).data as Uint16Array)).toEqual(Buffer.from(data));
    pool.close();
  }
  expect(started).toEqual(["pool/node-worker.js", "pool/node-worker.js"]);
});

test("what comes too late is refused, and so is what is no option", async () => {
  const { configure, open, init } = await fresh("/slim");
  expect(reasonOf(() => configure({ locat: "x" } as Configuration))?.[1]).toContain("did you mean `locate`?");
  expect(reasonOf(() => configure({ locate: "x" } as unknown as Configuration))?.[1]).toContain(
    "expected a function",
  );
  // What failed to load may be configured anew.
  configure({ locate: () => bytesOf("asdf_wasm_bg.wasm").subarray(0, 100) });
  await expect(open(file)).rejects.toThrow("could not be loaded");
  configure({ locate: bytesOf });
  await Promise.all([init(undefined as never), open(file)]);
  expect(reasonOf(() => configure({ locate: bytesOf }))).toEqual([
    "bad-argument",
    "configure() came too late, because asdf_wasm_bg.wasm is already in use: call it before anything is opened or written",
  ]);
  configure({ startWorker: () => undefined });
});
