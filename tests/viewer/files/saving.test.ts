/** Files are saved with workers, and without where these cannot be started. */
import { cut, saved, zipped } from "@asdf-wasm/www/viewer/worker/files/saving.ts";
import { AsdfError, ndarray, open, write } from "asdf-wasm";
import { expect, test, vi } from "vitest";

const { signal } = new AbortController();
const nothing = () => {};

test.each([false, true])("a file is saved although workers do not start; apart: %s", async (apart) => {
  const numbers = Float32Array.from({ length: 2 ** 18 }, (_, i) => i % 100);
  const shape = [2 ** 9, 2 ** 9];
  const tree = { one: ndarray(numbers, { shape }), other: ndarray(numbers.toReversed(), { shape }) };
  using file = await open(await write(tree));
  const options = { compression: "zlib", apart } as const;
  const spans = [{ start: 0, stop: 10 }, null];
  const writes = {
    edit: () => saved(file, options, signal, nothing),
    cutout: () => cut(file, "one", spans, options, signal, nothing),
    explode: () => zipped(file, options, signal, nothing),
  };
  for (const [name, save] of Object.entries(writes)) {
    const bytes = Buffer.from(await (await save()).arrayBuffer());
    const call = vi.spyOn(file, name as "edit");
    call.mockRejectedValueOnce(new AsdfError("network", "a worker could not be started"));
    const again = Buffer.from(await (await save()).arrayBuffer());
    expect(call).toHaveBeenCalledTimes(2);
    expect(again.length).toBe(bytes.length);
    call.mockRejectedValueOnce(new AsdfError("closed", "the file is closed"));
    await expect(save()).rejects.toMatchObject({ code: "closed" });
    call.mockRestore();
  }
});
