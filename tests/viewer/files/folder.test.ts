/** Which of the files of a folder the viewer shows, and how many it looks into. */
import { Folder } from "@asdf-wasm/www/viewer/worker/files/given.ts";
import { expect, test } from "vitest";
import { build } from "../../support/build.ts";

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

test("a warning says which files of a folder are not looked into or not taken", async () => {
  const set = (count: number, ending: string) => {
    const files = Array.from({ length: count }, (_, i) => new File([build("a: 1")], `${i}.${ending}`));
    return new Folder({
      files: files.map((file) => ({ path: `run/${file.name}`, file })),
      main: "",
    } as never);
  };
  const many = await set(1003, "asdf").survey();
  expect(many.mains).toHaveLength(1000);
  expect(many.refused.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^3 more files were not looked into, such as `run\/\d+\.asdf`: drop fewer at once$/,
    ),
  ]);
  const file = new File([build("a: 1")], "a.asdf");
  const files = Array.from({ length: 100_000 }, (_, i) => ({ path: `run/${i}.dat`, file }));
  const cut = await new Folder({ files: [...files, { path: "a.asdf", file }], main: "" } as never).survey();
  expect(cut.mains).toEqual(["a.asdf"]);
  expect(cut.refused.map(({ message }) => message)).toEqual([
    "Only the first 100000 files of the folder were taken: drop a smaller one",
  ]);
});
