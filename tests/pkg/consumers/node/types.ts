/** Compiles only if the types that ship with the package say what its documentation promises. */
import { AsdfError, implode, NdArray, ndarray, open, openSync, slice, withTag, write } from "asdf-wasm";
import { exportArray, exportTable } from "asdf-wasm/export";
import { interval, render } from "asdf-wasm/image";
import { MeasureError, type RegionStatistics, statistics } from "asdf-wasm/measure";
import { type Region, readRegions } from "asdf-wasm/regions";
import { init } from "asdf-wasm/slim";
import { arranged, tableAt } from "asdf-wasm/tables";

export async function picture(source: Blob, signal: AbortSignal): Promise<ImageData | undefined> {
  await init(new URL("https://example.org/asdf_wasm_bg.wasm"));
  const file = await open(source, { signal, checksums: "error" });
  try {
    const array = file.get("roman/data");
    if (!(array instanceof NdArray)) {
      return undefined;
    }
    const part = await array.read([slice(0, 64), null], { signal });
    const { data, shape, stride, mask } = part;
    const [first] = data ?? Object.keys(part.fields);
    console.log(first, shape.length, stride?.[0], mask?.byteLength);
    return render(part, { ...interval(part, { kind: "minmax" }), stretch: "asinh", colormap: "viridis" });
  } catch (error) {
    throw error instanceof AsdfError ? new Error(`${error.code} at ${error.offset}`) : error;
  } finally {
    file.close();
  }
}

export async function title(body: ReadableStream<Uint8Array>): Promise<unknown> {
  const remote = await open("https://example.org/a.asdf", { http: { gap: 0, retries: 1 } });
  remote.close();
  return (await open(body)).get("title");
}

export async function saved(pixels: Float32Array, file: Blob): Promise<Uint8Array> {
  using opened = await open(file);
  const data = ndarray(pixels, { shape: [64, 64], compression: { name: "zlib", level: 9 } });
  const blob: Blob = await write({ data, old: opened.tree, meta: withTag({ time: new Date() }, "!local") });
  const stream = await write(opened.tree, { as: "stream", standard: "1.5.0" });
  console.log(blob.size, stream.locked);
  const edited: Blob = await opened.edit((tree) => {
    tree["note"] = "changed";
  });
  const known = (tree: { roman: { meta: { note: string } } }) => {
    tree.roman.meta.note = "changed";
  };
  const bytes = await opened.edit(known, { as: "bytes", compression: "zstd" });
  await opened.edit(async (tree) => ({ only: tree["roman"] }));
  const part = await opened.cutout({ "roman/data": [slice(64), 0] }, { alike: true, as: "stream" });
  const [{ name } = { name: "" }, ...blocks] = await opened.explode({ name: "apart", standard: "1.5.0" });
  const whole: Blob = await implode(blocks.map(({ blob }) => new File([blob], name)));
  console.log(edited.size, bytes.length, part.locked, whole.size);
  return write(new Map([["a", pixels]]), { as: "bytes" });
}

export const dialect = (bytes: Uint8Array): string => openSync(bytes).dialect;

export async function measured(source: Blob, text: string): Promise<readonly RegionStatistics[]> {
  const file = await open(source);
  const array = file.array("roman/data");
  const { regions }: { regions: readonly Region[] } = await readRegions(text, {
    wcs: await file.wcs("roman/meta/wcs"),
  });
  const bright = await arranged(tableAt(file, "catalog"), { sort: { column: "flux" } });
  const files = [await exportTable(bright, "csv"), await exportArray(file, "roman/data", "fits")];
  console.log(files.map(({ remarks }) => remarks.length));
  return Promise.all(regions.map(({ shape }) => statistics(array, shape))).catch((error) => {
    throw error instanceof MeasureError ? new Error(error.code) : error;
  });
}
