/** Which of the files of a folder the viewer shows, and how many it looks into. */
import { Folder } from "@asdf-wasm/www/viewer/worker/files/given.ts";
import { expect, test } from "vitest";
import { build } from "../support/build.ts";

/** A file that says when it is read. */
function watched(name: string, read: string[]): File {
  const file = new File(["SIMPLE  =                    T"], name);
  return Object.assign(file, {
    slice: (...range: Parameters<Blob["slice"]>) => {
      read.push(name);
      return Blob.prototype.slice.apply(file, range);
    },
  });
}

test("of a folder with thousands of FITS files, the data set that names them is shown, and none of them is opened", async () => {
  const names = Array.from({ length: 5000 }, (_, i) => `a${i}.fits`);
  const tree = `fileuris: ${JSON.stringify(names)}, target: 0, datatype: float32, shape: [1, 2, 3]`;
  const set = build(`data: !<asdf://dkist.nso.edu/tags/file_manager-1.1.0> {${tree}}`);
  const read: string[] = [];
  const files = [...names.map((name) => watched(name, read)), new File([set], "z.asdf")];
  const folder = new Folder({
    files: files.map((file) => ({ path: `run/${file.name}`, file })),
    main: "",
  } as never);
  expect(await folder.survey()).toEqual({ mains: ["run/z.asdf"], refused: [] });
  expect(read).toEqual([]);
  expect(folder.resolver("run/z.asdf")("a4999.fits")).toBe(files[4999]);
});
