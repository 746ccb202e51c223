/** What is said of files of other formats, whatever they are read from. */
import { gzipSync } from "node:zlib";
import { AsdfError, open, openSync } from "asdf-wasm";
import { expect, test } from "vitest";

const latin = (text: string) => Buffer.from(text, "latin1");
const tar = Buffer.alloc(1024);
tar.write("a.txt");
tar.write("ustar", 257);

/** The first bytes of files, and what is said of them. */
const CASES: readonly (readonly [first: Buffer, kind: string])[] = [
  [latin("PAR1\x15\x04\x15"), "it is a Parquet table"],
  [latin("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), "it is a PNG image"],
  [latin("\xff\xd8\xff\xe0\0\x10JFIF"), "it is a JPEG image"],
  [latin("%PDF-1.7\n"), "it is a PDF document"],
  [latin("PK\x03\x04\x14\0"), "it is a zip archive"],
  [latin("\x93NUMPY\x01\0v\0{'descr'"), "it is an array of NumPy"],
  [latin("\x89HDF\r\n\x1a\n\0"), "it is HDF5"],
  [latin("CDF\x01\0\0\0\0"), "it is a NetCDF file"],
  [latin("BZh91AY&SY"), "it is compressed by bzip2"],
  [latin("\x80\x04\x95\x1a\0\0"), "it is a pickle of Python"],
  [tar, "it is a tar archive"],
  [Buffer.alloc(4096), "it is nothing but zeros"],
  [
    latin('<?xml version="1.0"?>\n<!-- made by TOPCAT -->\n<VOTABLE version="1.4">\n<RESOURCE>'),
    "it is a VOTable",
  ],
  [latin('<vot:VOTABLE xmlns:vot="http://www.ivoa.net/xml/VOTable/v1.3">'), "it is a VOTable"],
  [latin('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">'), "it is an SVG picture"],
  [latin("<!DOCTYPE html>\n<html><body>Not found"), "it is a web page"],
  [latin("<?xml version='1.0'?><gpx/>"), "it is XML"],
  [latin("# %ECSV 1.0\n# ---\n"), "it is an ECSV table"],
  [latin("# Region file format: DS9 version 4.1\n"), "it is a file of regions"],
  [latin("%YAML 1.1\n---\na: 1\n"), "it is YAML, without the header line"],
  [latin('{"format": "something"}'), "it is JSON"],
  [Buffer.from("Ångström für α Cen\n"), "it is a text"],
  // A letter that is cut by the end of what is looked at.
  [Buffer.from(`${"x".repeat(1023)}å`), "it is a text"],
  [latin("ra,dec\n1,2\n"), "it is a text"],
  [latin("\x01\x02\x03\x04"), "it begins with `\\x01\\x02\\x03\\x04`"],
  [latin(""), "it is empty"],
  [latin("version https://git-lfs.github.com/spec/v1\n"), "it is a Git LFS pointer"],
];

test("a file of another format is refused by its name", async () => {
  const said = async (work: () => unknown): Promise<string> => {
    try {
      await work();
    } catch (error) {
      return error instanceof AsdfError && error.code === "not-asdf" ? error.message : String(error);
    }
    return "opened";
  };
  for (const [first, kind] of CASES) {
    const bytes = new Uint8Array(first);
    const expected = `not an ASDF file: ${kind}`;
    expect(await said(() => open(new Blob([bytes])))).toContain(expected);
    expect(await said(() => openSync(bytes))).toContain(expected);
    if (first.length > 0) {
      expect(await said(() => open(new Blob([new Uint8Array(gzipSync(first))])))).toContain(expected);
    }
  }
});
