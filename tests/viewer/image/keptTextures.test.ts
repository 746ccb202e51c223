/** Textures kept for another look are given back when they are too many, incomplete, or a file is closed. */
import { FOR_TEXTURES, shareWithout } from "@asdf-wasm/www/viewer/client/cacheShares.ts";
import { KeptTextures, type Uploads } from "@asdf-wasm/www/viewer/views/image/draw/keptTextures.ts";
import { expect, test } from "vitest";

/** A context that counts the bytes of its textures. */
class Context {
  readonly textures = new Set<WebGLTexture>();
  readonly deleteTexture = (texture: WebGLTexture | null) => {
    expect(texture && this.textures.delete(texture)).toBe(true);
  };

  /** A plane of so many bytes in two tiles. */
  plane(bytes: number, rows = 1): Uploads {
    const tile = (of: number) => {
      const texture = {};
      this.textures.add(texture);
      return { texture, columns: bytes / 8, height: 1, rows: of };
    };
    return new Map([
      ["1/0/0", tile(1)],
      ["1/0/1", tile(rows)],
    ]);
  }
}

function made() {
  const context = new Context();
  const stop = new AbortController();
  // Of a context, nothing else is called.
  const kept = new KeptTextures(context as unknown as WebGL2RenderingContext, stop.signal);
  return { context, kept, stop };
}

test("what was drawn is there again, once, under its own identifier", () => {
  const { context, kept } = made();
  const [one, other] = [context.plane(64), context.plane(64)];
  kept.put("one", one);
  kept.put("other", other);
  expect(kept.take("one")).toBe(one);
  for (const id of ["one", "none", undefined]) {
    expect(kept.take(id).size).toBe(0);
  }
  expect(kept.take("other")).toBe(other);
  expect(context.textures.size).toBe(4);
});

test("planes without an identifier and tiles that are not complete are given back", () => {
  const { context, kept } = made();
  kept.put(undefined, context.plane(64));
  expect(context.textures.size).toBe(0);
  kept.put("one", context.plane(64, 0));
  expect(context.textures.size).toBe(1);
  expect([...kept.take("one").keys()]).toEqual(["1/0/0"]);
});

test("what was not looked at for longest makes room for others", () => {
  const { context, kept } = made();
  const quarter = FOR_TEXTURES / 4;
  for (const id of ["a", "b", "c", "d"]) {
    kept.put(id, context.plane(quarter));
  }
  kept.put("a", kept.take("a"));
  kept.put("e", context.plane(quarter));
  expect(context.textures.size).toBe(8);
  const sizes = ["a", "b", "c", "d", "e"].map((id) => kept.take(id).size);
  expect(sizes).toEqual([2, 0, 2, 2, 2]);
  kept.put("larger", context.plane(2 * FOR_TEXTURES));
  expect(kept.take("larger").size).toBe(0);
});

test("all renderers of the page keep as much together, and one that is gone nothing", () => {
  const [one, other] = [made(), made()];
  const half = FOR_TEXTURES / 2;
  one.kept.put("a", one.context.plane(half));
  other.kept.put("b", other.context.plane(half));
  one.kept.put("c", one.context.plane(half));
  expect(one.kept.take("a").size).toBe(0);
  // A texture belongs to its context.
  expect(one.kept.take("b").size).toBe(0);
  expect(other.kept.take("b").size).toBe(2);
  one.stop.abort();
  expect(one.context.textures.size).toBe(0);
  other.kept.put("d", other.context.plane(half));
  other.kept.put("e", other.context.plane(half));
  expect(["d", "e"].map((id) => other.kept.take(id).size)).toEqual([2, 2]);
});

test("those that go last are kept while others make room for them", () => {
  const { context, kept, stop } = made();
  const last = new KeptTextures(context as unknown as WebGL2RenderingContext, stop.signal, { goLast: true });
  const half = FOR_TEXTURES / 2;
  last.put("a", context.plane(half));
  kept.put("b", context.plane(half));
  kept.put("c", context.plane(half));
  expect(kept.take("b").size).toBe(0);
  last.put("d", context.plane(half));
  expect(kept.take("c").size).toBe(0);
  last.put("e", context.plane(half));
  expect(["a", "d", "e"].map((id) => last.take(id).size)).toEqual([0, 2, 2]);
});

test("closing a file gives all back, as long as the renderer lives", () => {
  const { context, kept, stop } = made();
  const close = () => shareWithout({ share: () => {} });
  kept.put("one", context.plane(64));
  close();
  expect(context.textures.size).toBe(0);
  expect(kept.take("one").size).toBe(0);
  stop.abort();
  kept.put("one", context.plane(64));
  close();
  expect(context.textures.size).toBe(2);
});
