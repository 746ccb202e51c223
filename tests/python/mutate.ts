/** Mutations of ASDF files that keep them close to what a reader accepts: mostly of the tree's text, and of blocks. */
import type { Random } from "../support/random.ts";

const BLOCK_MAGIC = Buffer.from("d3424c4b", "hex");
/** The bytes of a block header, its magic and size included. */
const BLOCK_HEADER = 54;
/** What a mutation puts in the place of another word of a tree. */
const WORDS = [
  ..."0 1 -1 2 3 7 16 255 1.5 -0.0 1e3 .inf .nan 0x10 010 0o17 1_000 12:30 9007199254740993".split(" "),
  ..."null ~ true False yes NO on y '' \"\\u00e9\" 2020-01-02 = << *id001 &a".split(" "),
  ..."int8 uint16 int32 int64 float16 float32 float64 complex64 complex128 bool8 little big".split(" "),
  ..."[] {} [1,2] {a: 1} [ascii,3] [ucs4,2] [float32,[2]] !core/ndarray-1.0.0 !core/complex-1.0.0 !!str".split(
    " ",
  ),
  ..."shape source datatype byteorder offset strides data mask".split(" "),
];
const CHARACTERS = [..."[]{}:,-#&*!|>'\"%@`? \n\t\\~=<.0aZé"];

type Mutation = (bytes: Buffer, random: Random) => Buffer;

/** A file after one to three mutations. */
export function mutated(original: Buffer, random: Random): Buffer {
  let bytes = original;
  for (let left = 1 + random.below(3); left > 0; left--) {
    bytes = random.pick(MUTATIONS)(bytes, random);
  }
  return bytes;
}

const MUTATIONS: readonly Mutation[] = [
  changeWord,
  changeWord,
  changeWord,
  changeCharacter,
  changeLine,
  changeHeader,
  changeAnyByte,
  cut,
];

/** From the first line after the comments to the end of the document, which may be missing. */
function treeOf(bytes: Buffer): { readonly start: number; readonly end: number } {
  const start = Math.max(bytes.indexOf("\n--- "), bytes.indexOf("\n---\n")) + 4;
  const end = bytes.indexOf("\n...", start);
  const block = bytes.indexOf(BLOCK_MAGIC);
  return { start, end: end >= 0 ? end : block >= start ? block : bytes.length };
}

/** The file with other text as its tree. */
function withTree(bytes: Buffer, change: (tree: string) => string): Buffer {
  const { start, end } = treeOf(bytes);
  const tree = bytes.subarray(start, end).toString("latin1");
  const changed = Buffer.from(change(tree), "latin1");
  return Buffer.concat([bytes.subarray(0, start), changed, bytes.subarray(end)]);
}

function changeWord(bytes: Buffer, random: Random): Buffer {
  return withTree(bytes, (tree) => {
    const words = [...tree.matchAll(/[\w.+*!/-]+/g)];
    if (words.length === 0) {
      return tree;
    }
    const at = random.pick(words);
    const other = random.chance(0.7) ? random.pick(WORDS) : random.pick(words)[0];
    return tree.slice(0, at.index) + other + tree.slice(at.index + at[0].length);
  });
}

function changeCharacter(bytes: Buffer, random: Random): Buffer {
  return withTree(bytes, (tree) => {
    const at = random.below(tree.length + 1);
    const removed = random.below(2);
    const character = Buffer.from(random.pick(CHARACTERS)).toString("latin1");
    return tree.slice(0, at) + (random.chance(0.8) ? character : "") + tree.slice(at + removed);
  });
}

/** Drops a line, writes it twice, or moves it. */
function changeLine(bytes: Buffer, random: Random): Buffer {
  return withTree(bytes, (tree) => {
    const lines = tree.split("\n");
    const [line = ""] = lines.splice(random.below(lines.length), random.below(2));
    if (random.chance(0.7)) {
      lines.splice(random.below(lines.length + 1), 0, line);
    }
    return lines.join("\n");
  });
}

function changeHeader(bytes: Buffer, random: Random): Buffer {
  const headers: number[] = [];
  for (let at = bytes.indexOf(BLOCK_MAGIC); at >= 0; at = bytes.indexOf(BLOCK_MAGIC, at + 1)) {
    headers.push(at);
  }
  return headers.length === 0
    ? bytes
    : withByte(bytes, random.pick(headers) + random.below(BLOCK_HEADER), random);
}

function changeAnyByte(bytes: Buffer, random: Random): Buffer {
  return withByte(bytes, random.below(bytes.length), random);
}

function withByte(bytes: Buffer, at: number, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  if (at < copy.length) {
    copy[at] = random.chance(0.5) ? random.below(256) : (copy[at] ?? 0) ^ (1 << random.below(8));
  }
  return copy;
}

function cut(bytes: Buffer, random: Random): Buffer {
  return random.chance(0.3) ? bytes.subarray(0, 1 + random.below(bytes.length)) : bytes;
}
