/** Other files that the caller's `resolve` answers: what is had from them, under which names, and how long they stay open. */
import { AsdfError, open } from "asdf-wasm";
import { describe, expect, test, vi } from "vitest";
import { build, ndarray } from "../../support/build.ts";
import { read } from "../../support/truth.ts";
import { arrayAt, column, failure } from "../../support/values.ts";
import { elements, openSet, referenceAt } from "../support/references.ts";

const content = Uint16Array.of(1, 2, 3);

describe("what is had from them", () => {
  test("values, arrays and elements, whichever way round; each file is opened once", async () => {
    const { file, asked } = await openSet({
      "main.asdf": build(
        `value: {$ref: 'parts/b.asdf#/value'}
array: {$ref: './parts/b.asdf#/array'}
outside: {$ref: 'parts/b.asdf#/outside'}
elements: ${ndarray("parts/../parts/b.asdf", "uint16", [3])}
whole: {$ref: parts/b.asdf}`,
      ),
      "parts/b.asdf": build(
        `value: {deep: [1, 2]}\narray: ${ndarray(0, "uint16", [3])}\noutside: ${ndarray("../c.asdf", "uint16", [3])}`,
        [{ content }],
      ),
      "c.asdf": build("{}", [{ content: Uint16Array.of(4, 5, 6) }]),
    });
    expect(asked).toEqual([]);
    expect(await file.resolve("value/deep/1")).toBe(2);
    expect(await file.resolve("whole/value")).toBe(await file.resolve("value"));
    expect(await elements(await file.resolve("array"))).toEqual(content);
    expect(await elements(await file.resolve("outside"))).toEqual(Uint16Array.of(4, 5, 6));
    expect(await elements(file.get("elements"))).toEqual(content);
    expect(asked).toEqual(["parts/b.asdf", "c.asdf"]);
    expect([...file.arrays()].map(([path]) => path)).toEqual(["elements"]);
  });

  test("what the reference implementation wrote: pointers without their first slash", async () => {
    const { file } = await openSet({
      "main.asdf": build("{m: {$ref: external.asdf#m}, r: {$ref: external.asdf#f~0o~0o~1/a}}"),
      "external.asdf": build(`{f~o~o/: {a: ${ndarray(0, "uint16", [3])}}, m: {x: 1}}`, [{ content }]),
    });
    expect(await file.resolve("m/x")).toBe(1);
    expect(await elements(await file.resolve("r"))).toEqual(content);
  });

  test("the names that it is asked for", async () => {
    const asked: string[] = [];
    const uris = [
      "a.asdf",
      "./a/./b.asdf",
      "x/../a.asdf",
      "../a.asdf",
      "../../a.asdf",
      "/a.asdf",
      "a%20b.asdf",
      "a b.asdf",
      "http://example.org/x/../a.asdf#/q",
    ];
    const file = await open(build(uris.map((uri) => `- {$ref: '${uri}'}`).join("\n")), {
      resolve: (uri) => {
        asked.push(uri);
        throw new Error("no");
      },
    });
    for (const index of uris.keys()) {
      expect((await failure(() => file.resolve([index]))).code).toBe("external-source");
    }
    expect(asked).toEqual([
      "a.asdf",
      "a/b.asdf",
      "a.asdf",
      "../a.asdf",
      "../../a.asdf",
      "/a.asdf",
      "a%20b.asdf",
      "a b.asdf",
      "http://example.org/a.asdf",
    ]);
  });

  test("no answer, a failure, bytes that are no ASDF file, a pointer to nothing: said with the file's name", async () => {
    const cause = new Error("it is not in the folder");
    const file = await open(
      build(
        "{none: {$ref: none.asdf}, bad: {$ref: bad.asdf}, junk: {$ref: junk.asdf}, good: {$ref: 'good.asdf#/a/b'}}",
      ),
      {
        resolve: (uri) => {
          if (uri === "bad.asdf") {
            throw cause;
          }
          return uri === "none.asdf"
            ? undefined
            : uri === "junk.asdf"
              ? new Blob(["junk"])
              : build("{a: {c: 1}}");
        },
      },
    );
    const none = await failure(() => file.resolve("none"));
    expect(none.code).toBe("external-source");
    expect(none.message).toMatch(/`none.asdf`.*`resolve`/);
    const bad = await failure(() => file.resolve("bad"));
    expect(bad).toMatchObject({ code: "external-source", cause });
    expect(bad.message).toContain(
      "`bad.asdf`, to which this file refers, cannot be opened: it is not in the folder",
    );
    expect(await failure(() => file.resolve("junk"))).toMatchObject({
      code: "external-source",
      cause: { code: "not-asdf" },
    });
    const dangling = await failure(() => file.resolve("good"));
    expect(dangling.code).toBe("not-found");
    expect(dangling.message).toContain("`good.asdf#/a/b` leads nowhere: its pointer exists up to `/a`");
  });

  test("wrong bytes in the other file are told of with its name", async () => {
    const files = {
      "main.asdf": build(`{r: {$ref: 'b.asdf#/a'}, e: ${ndarray("b.asdf", "uint16", [3])}}`),
      "b.asdf": build(`a: ${ndarray(0, "uint16", [3])}\na: ${ndarray(0, "uint16", [3])}`, [
        { content, checksum: "wrong" },
      ]),
    };
    const { file } = await openSet(files);
    expect(await elements(await file.resolve("r"))).toEqual(content);
    expect(await elements(file.get("e"))).toEqual(content);
    expect(file.warnings.map(({ code, uri }) => [code, uri])).toEqual([
      ["duplicate-key", "b.asdf"],
      ["checksum", "b.asdf"],
    ]);
    const strict = await openSet(files, { checksums: "error" });
    for (const array of [await strict.file.resolve("r"), strict.file.get("e")]) {
      const error = await failure(() => elements(array));
      expect(error.code).toBe("checksum");
      expect(error.message).toMatch(/^in `b.asdf`: /);
      expect(error.cause).toBeInstanceOf(AsdfError);
    }
  });

  test("the exploded form of the standard's own file", async () => {
    const name = (uri: string) => `asdf-standard/1.6.0/${uri}`;
    const file = await open(read(name("exploded.asdf")), { resolve: (uri) => read(name(uri)) });
    expect(column(await arrayAt(file, "data").read()).data).toEqual(
      BigInt64Array.of(0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n),
    );
  });
});

describe("how long they stay", () => {
  const set = {
    "main.asdf": build(
      `{r: {$ref: 'b.asdf#/a'}, s: {$ref: '#/t'}, t: 1, e: ${ndarray("b.asdf", "uint16", [3])}}`,
    ),
    "b.asdf": build(`{a: ${ndarray(0, "uint16", [3])}, n: {$ref: '#/a'}}`, [{ content }]),
  };

  test("they are closed with the file that was opened", async () => {
    const { file } = await openSet(set);
    const array = await file.resolve("r");
    file.close();
    for (const work of [
      () => elements(array),
      () => file.resolve("r"),
      () => file.resolve("s"),
      () => elements(file.get("e")),
    ]) {
      expect((await failure(work)).code).toBe("closed");
    }
  });

  test("closing ends an opening that is under way", async () => {
    let answer = (_: Blob) => {};
    const file = await open(set["main.asdf"], {
      resolve: () =>
        new Promise<Blob>((settle) => {
          answer = settle;
        }),
    });
    const waiting = [failure(() => file.resolve("r")), failure(() => elements(file.get("e")))];
    await new Promise((done) => setTimeout(done));
    file.close();
    answer(new Blob([set["b.asdf"]]));
    expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual(["closed", "closed"]);
  });

  test("an aborted search ends at once, and not for others; when nobody waits any more the opening ends", async () => {
    const seen: AbortSignal[] = [];
    let go = () => {};
    const held = new Promise<void>((settle) => {
      go = settle;
    });
    const bytes = set["b.asdf"];
    const source = {
      size: bytes.length,
      read: async (offset: number, length: number, { signal }: { signal?: AbortSignal | undefined }) => {
        seen.push(...(signal ? [signal] : []));
        await held;
        return bytes.slice(offset, offset + length);
      },
    };
    const file = await open(set["main.asdf"], { resolve: () => source });
    const [one, two] = [new AbortController(), new AbortController()];
    const first = failure(() => file.resolve("r", { signal: one.signal }));
    const second = file.resolve("r", { signal: two.signal });
    await vi.waitUntil(() => seen.length > 0);
    one.abort(new Error("enough"));
    expect(await first).toMatchObject({ code: "aborted", cause: { message: "enough" } });
    expect(seen.map(({ aborted }) => aborted)).toEqual([false]);
    go();
    expect(await elements(await second)).toEqual(content);
    expect((await failure(() => file.resolve("s", { signal: AbortSignal.abort() }))).code).toBe("aborted");

    const fresh = await open(set["main.asdf"], {
      resolve: () => ({
        ...source,
        read: async (...args: Parameters<typeof source.read>) => {
          seen.push(...(args[2].signal ? [args[2].signal] : []));
          return new Promise<never>(() => {});
        },
      }),
    });
    const alone = new AbortController();
    const third = failure(() => referenceAt(fresh, "r").resolve({ signal: alone.signal }));
    await new Promise((done) => setTimeout(done));
    alone.abort();
    expect((await third).code).toBe("aborted");
    expect(seen.at(-1)?.aborted).toBe(true);
  });

  test("of a hundred files with elements, 64 are open at a time; of those with nodes no more are had", async () => {
    const names = Array.from({ length: 100 }, (_, i) => `${i}.asdf`);
    const arrays = names.map((name) => `- ${ndarray(name, "uint16", [3])}`);
    const references = names.map((name) => `- {$ref: '${name}#/a'}`);
    const asked: string[] = [];
    const file = await open(build(`e:\n${arrays.join("\n")}\nr:\n${references.join("\n")}`), {
      resolve: (uri) => {
        asked.push(uri);
        return set["b.asdf"];
      },
    });
    for (const index of names.keys()) {
      expect(await elements(file.get(["e", index]))).toEqual(content);
    }
    expect(asked).toEqual(names);
    await elements(file.get("e/99"));
    await elements(file.get("e/36"));
    expect(asked).toHaveLength(100);
    await elements(file.get("e/35"));
    expect(asked).toHaveLength(101);
    expect(await Promise.all(names.map((_, index) => elements(file.get(["e", index]))))).toHaveLength(100);

    const kept = [];
    for (const index of Array(64).keys()) {
      kept.push(await file.resolve(["r", index]));
    }
    const error = await failure(() => file.resolve("r/64"));
    expect(error.code).toBe("limit-exceeded");
    expect(error.message).toContain("64.asdf");
    for (const array of kept) {
      expect(await elements(array)).toEqual(content);
    }
    expect(await elements(file.get("e/99"))).toEqual(content);
    file.close();
  });
});
