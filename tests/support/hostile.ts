/** Texts of a megabyte as a stranger may put them into a file, and files that have one in every place where a text can stand. */
import { build } from "./build.ts";
import { type CardText, hdu, image, PRIMARY } from "./fits.ts";

const MEGABYTE = 1_000_000;

/** Each is of one kind of character, so that expressions, layouts and loops meet their worst. */
export const UNITS: Readonly<Record<string, string>> = {
  "one word": "a",
  blanks: " ",
  digits: "7",
  brackets: "[",
  hashes: "#",
  dashes: "-",
  ideographs: "漢",
  "right to left": "\u05d0",
  "control characters": "\u0007",
  "products of a unit": "m/",
  "parts of a name": "pos.",
};

export function textOf(unit: string, length = MEGABYTE): string {
  return unit.repeat(Math.ceil(length / unit.length));
}

/** A WCS whose frames and axes have the text as names, types and units. */
function framed(text: string): string {
  return `!<tag:stsci.edu:gwcs/wcs-1.2.0>
  name: ${text}
  steps:
  - !<tag:stsci.edu:gwcs/step-1.1.0>
    frame: !<tag:stsci.edu:gwcs/frame2d-1.0.0> {name: ${text}, axes_names: [${text}, y], axes_order: [0, 1], axes_type: [SPATIAL, SPATIAL], unit: [!unit/unit-1.0.0 ${text}, !unit/unit-1.0.0 pixel], axis_physical_types: [${text}, ${text}]}
    transform: !transform/identity-1.2.0 {n_dims: 2, name: ${text}}
  - !<tag:stsci.edu:gwcs/step-1.1.0>
    frame: !<tag:stsci.edu:gwcs/celestial_frame-1.0.0> {name: ${text}, axes_names: [${text}, y], axes_order: [0, 1], unit: [!unit/unit-1.0.0 deg, !unit/unit-1.0.0 deg], reference_frame: ${text}, axis_physical_types: [${text}, ${text}]}
    transform: null`;
}

/** The YAML of a tree that has the text in one place each. */
export const IN_TREES: Readonly<Record<string, (quoted: string, word: string) => string>> = {
  "a value": (text) => `v: ${text}`,
  "a key": (text) => `? ${text}\n: {inner: 1}`,
  "a text on its own": (_, word) => `v: ${word}`,
  "a comment": (_, word) => `v: 1 # ${word}`,
  "a tag": (_, word) => `v: !<tag:x.org/${word}> {a: 1}`,
  "an anchor": (_, word) => `v: &${word} [1]\nw: *${word}`,
  "a number": (text) => `v: !!int ${text}\nw: !!float ${text}`,
  "an integer of the schema": (text) =>
    `v: !core/integer-1.0.0 {sign: ${text}, string: ${text}, words: !core/ndarray-1.1.0 {data: [1], datatype: uint32}}`,
  "a complex number": (text) => `v: !core/complex-1.0.0 ${text}`,
  "a time": (text) =>
    `v: !time/time-1.1.0 ${text}\nw: !time/time-1.1.0 {value: ${text}, format: ${text}, scale: ${text}}\nx: !!timestamp ${text}`,
  "binary data": (text) => `v: !!binary ${text}`,
  "a unit": (text) => `v: !unit/quantity-1.1.0 {value: 1.5, unit: !unit/unit-1.0.0 ${text}}`,
  "the history": (text) => `history:
  entries:
  - !core/history_entry-1.0.0 {description: ${text}, time: ${text}, software: {name: ${text}, version: ${text}}}
  extensions:
  - !core/extension_metadata-1.0.0 {extension_class: ${text}, software: {name: ${text}, version: ${text}}}
v: 1`,
  "the software": (text) =>
    `asdf_library: !core/software-1.0.0 {name: ${text}, version: ${text}, author: ${text}}\nv: 1`,
  "the source of an array": (text) =>
    `v: !core/ndarray-1.1.0 {source: ${text}, datatype: int8, byteorder: big, shape: [2]}`,
  "a datatype": (text) => `v: !core/ndarray-1.1.0 {source: 0, datatype: ${text}, byteorder: big, shape: [2]}`,
  "a field of records": (text) =>
    `v: !core/ndarray-1.1.0 {datatype: [{name: ${text}, datatype: int8}], data: [[1], [2]]}`,
  "an element": (text) => `v: !core/ndarray-1.1.0 [${text}, b]`,
  "a reference": (text, word) => `v: {$ref: ${text}}\nw: {$ref: "#/${word}"}`,
  "a table": (text) =>
    `v: !<tag:astropy.org:astropy/table/table-1.0.0> {colnames: [${text}], meta: {? ${text} : ${text}}, columns: [!core/column-1.0.0 {name: ${text}, unit: ${text}, description: ${text}, data: !core/ndarray-1.1.0 [1, 2]}]}`,
  "a frame": (text) => `v: ${framed(text)}`,
  "an image": (text) =>
    `v: !unit/quantity-1.1.0 {value: !core/ndarray-1.1.0 [[1.5, 2.5], [3.5, 4.5]], unit: !unit/unit-1.0.0 ${text}}`,
  "an image of a long name": (text) => `? ${text}\n: !core/ndarray-1.1.0 [[1.5, 2.5], [3.5, 4.5]]`,
  "an image with a frame": (text) => `v: !core/ndarray-1.1.0 [[1.5, 2.5], [3.5, 4.5]]\nwcs: ${framed(text)}`,
  "keywords of FITS": (text) =>
    `v: {NAXIS: 2, CTYPE1: ${text}, CTYPE2: DEC--TAN, CUNIT1: ${text}, CRVAL1: ${text}, WAT1_001: ${text}, RADESYS: ${text}, EQUINOX: ${text}, "DATE-OBS": ${text}, ? ${text} : 1}`,
};

type Place = (typeof IN_TREES)[string];

/** The tree with a text as it is quoted, and as it may stand in tags and anchors. */
function filled(place: Place, text: string): string {
  return place(JSON.stringify(text), text.replace(/[^a-z\d.]/gi, "x"));
}

/** An ASDF file of a megabyte with texts of one unit in a place of its tree. */
export function treeWith(place: Place, unit: string): Uint8Array<ArrayBuffer> {
  const [least, more] = [unit, unit + unit].map((text) => filled(place, text).length);
  const count = Math.floor((MEGABYTE * unit.length) / ((more ?? 2) - (least ?? 1)));
  return build(filled(place, textOf(unit, count)), [{ content: new Uint8Array(2) }]);
}

/** An ASDF file with a text in all places. */
export function wholeTree(text: string): Uint8Array<ArrayBuffer> {
  const parts = Object.entries(IN_TREES).map(([name, place]) => {
    const part = filled(place, text);
    return /^(?:history|asdf_library)/.test(part)
      ? part.replace(/\nv: 1$/, "")
      : `${name}:\n  ${part.replaceAll("\n", "\n  ")}`;
  });
  return build(parts.join("\n"), [{ content: new Uint8Array(2) }]);
}

/** A megabyte of cards of one kind each, by the number of the card and some characters that stand in quotes. */
export const CARDS: Readonly<Record<string, (text: string, index: number) => string>> = {
  "words of HIERARCH": (text, index) => `HIERARCH ${text.slice(0, 30)} ${index} = '${text.slice(0, 20)}'`,
  "a value that goes on": (text, index) =>
    `${index === 0 ? "OBJECT  = " : "CONTINUE  "}'${text.slice(0, 60)}&'`,
  history: (text) => `HISTORY ${text}`,
  "no keyword": (text) => `        ${text}`,
  "many keywords": (text, index) => `K${index.toString(36).padEnd(7)}= '${text.slice(0, 60)}'`,
  "one keyword": (text) => `CTYPE1  = '${text.slice(0, 8)}'`,
  "values of IRAF": (text, index) =>
    `WAT1_${String(index % 1000).padStart(3, "0")}= '${index === 0 ? 'wtype=tnx lngcor = "1. 4. 4. ' : text.slice(0, 60)}'`,
  "records of a distortion": (text, index) => `DP1     = 'A.${text.slice(0, 40)}.${index}: 1'`,
  parameters: (text, index) => `${`PV1_${index % 1000}`.padEnd(8)}= ${/7/.test(text) ? text : "1.5"}`,
  coefficients: (_, index) => `A_${index % 10}_${(index >> 3) % 10}   = ${index}`,
};

/** A FITS image on the sky whose header has a megabyte of such cards. */
export function headerOf(card: (typeof CARDS)[string], unit: string): Uint8Array<ArrayBuffer> {
  const sky: CardText[] = [
    ["CTYPE1", "RA---TNX"],
    ["CTYPE2", "DEC--TNX"],
    ["CDELT1", 0.1],
    ["CDELT2", 0.1],
  ];
  const text = textOf(unit, 72).slice(0, 72).replaceAll("'", "''");
  const cards = Array.from({ length: MEGABYTE / 80 }, (_, index) =>
    card(text, index).slice(0, 80).padEnd(80),
  );
  const first = hdu([...PRIMARY.slice(0, 2), ["NAXIS", 2], ["NAXIS1", 2], ["NAXIS2", 2], ...sky]);
  const whole = `${first.toString("latin1").replace(/END *$/, "")}${cards.join("")}${"END".padEnd(80)}`;
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(whole.padEnd(2880 * Math.ceil(whole.length / 2880)), "latin1"),
      Buffer.alloc(2880),
    ]),
  );
}

/** A FITS file with the text in comments, in values that go on from card to card, and in the names and units of columns. */
export function fitsWith(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.replace(/[^ -~]/g, "?").replaceAll("'", "?");
  const pieces = (size: number) =>
    Array.from({ length: Math.ceil(plain.length / size) }, (_, i) => plain.slice(size * i, size * (i + 1)));
  const long = (keyword: string) =>
    pieces(67).map(
      (piece, i, all) =>
        (i === 0 ? `${keyword.padEnd(8)}= ` : "CONTINUE  ") +
        `'${piece}${i + 1 < all.length ? "&" : ""}'`.padEnd(70),
    );
  const cards = (first: readonly CardText[], more: readonly string[]): Buffer => {
    const written = hdu(first).toString("latin1");
    const text = `${written.slice(0, 80 * first.length)}${more.join("")}${"END".padEnd(80)}`;
    return Buffer.from(text.padEnd(2880 * Math.ceil(text.length / 2880)), "latin1");
  };
  const comments = pieces(72).map((piece) => `COMMENT ${piece}`.padEnd(80));
  const table: CardText[] = [
    ["XTENSION", "BINTABLE"],
    ["BITPIX", 8],
    ["NAXIS", 2],
    ["NAXIS1", 1],
    ["NAXIS2", 2],
    ["PCOUNT", 0],
    ["GCOUNT", 1],
    ["TFIELDS", 1],
    ["TFORM1", "B"],
  ];
  const imageCards = image("SCI", 8, [2, 2]).filter(([keyword]) => keyword !== "EXTNAME");
  return new Uint8Array(
    Buffer.concat([
      cards(PRIMARY, [...long("OBJECT"), ...comments]),
      cards(imageCards, ["EXTNAME", "BUNIT", "CTYPE1", "CUNIT1"].flatMap(long)),
      Buffer.alloc(2880),
      cards(table, ["EXTNAME", "TTYPE1", "TUNIT1"].flatMap(long)),
      Buffer.alloc(2880),
    ]),
  );
}
