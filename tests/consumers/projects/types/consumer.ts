/** Compiles with the oldest TypeScript that the package supports, with the package's own declarations checked too. */
import { AsdfError, type AsdfFile, NdArray, ndarray, open, slice, WorkerPool, write } from "asdf-wasm";
import { interval, render } from "asdf-wasm/image";
import { init, initFits, initWcs, initWriter } from "asdf-wasm/slim";
import { implode } from "asdf-wasm/static";

export async function picture(source: Blob, signal: AbortSignal): Promise<ImageData> {
  await init(Promise.resolve("https://example.org/asdf_wasm_bg.wasm"));
  await initWriter(new URL("https://example.org/asdf_wasm_writer_bg.wasm"));
  await initWcs(new URL("https://example.org/asdf_wasm_wcs_bg.wasm"));
  await initFits(new URL("https://example.org/asdf_wasm_fits_bg.wasm"));
  const workers = new WorkerPool({ worker: () => new Worker("decoder.js", { type: "module" }) });
  const file: AsdfFile = await open(source, { signal, workers });
  try {
    const part = await file.array("roman/data").read([slice(0, 64), null]);
    return render(part, { ...interval(part, { kind: "zscale" }), stretch: "asinh" });
  } catch (error) {
    throw error instanceof AsdfError ? new Error(`${error.code} at ${error.offset}`) : error;
  } finally {
    file.close();
    workers.close();
  }
}

export async function sum(file: AsdfFile): Promise<number> {
  const array = file.get("roman/data");
  if (!(array instanceof NdArray && array.is("float32"))) {
    return Number.NaN;
  }
  const { data } = await array.read();
  const pixels: Float32Array = data;
  return pixels.reduce((total, value) => total + value, 0);
}

export async function saved(pixels: Float32Array, files: File[]): Promise<Uint8Array> {
  const whole: Blob = await implode(files);
  const data = ndarray(pixels, { shape: [64, 64], compression: "zlib" });
  const bytes: Uint8Array = await write({ data, size: whole.size }, { as: "bytes" });
  return bytes;
}
