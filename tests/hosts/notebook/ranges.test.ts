/** Which bytes of a file in a kernel are asked for by one message. */

import { type Bytes, type Range, Ranges } from "@asdf-wasm/notebook/ranges.ts";
import { expect, test } from "vitest";

const KIB = 2 ** 10;
const MIB = 2 ** 20;
const SIZE = 64 * MIB;

/** A file in which each KiB has its number in every byte, and the questions for it. */
function asked() {
  const questions: (readonly Range[])[] = [];
  const bytes = ([offset, length]: Range): Bytes => {
    const all = new Uint8Array(length);
    for (let at = 0; at < length; at += KIB) {
      all.fill((offset + at) / KIB, at, at + KIB);
    }
    return all;
  };
  const ranges = new Ranges(async (wanted) => {
    questions.push(wanted);
    return wanted.map(bytes);
  });
  const read = async (offset: number, length: number) => {
    const read = await ranges.read(offset, length, SIZE);
    expect(Buffer.compare(read, bytes([offset, length]))).toBe(0);
  };
  return { questions, ranges, read };
}

test("ranges at equal distances are asked for together and in advance", async () => {
  const { questions, read } = asked();
  for (let row = 0; row < 100; row += 1) {
    await read(row * 100 * KIB, 8 * KIB);
  }
  expect(questions.slice(0, 3)).toEqual([[[0, 8192]], [[102_400, 8192]], [[204_800, 8192]]]);
  expect(questions[3]).toHaveLength(64);
  expect(questions).toHaveLength(5);
});

test("also if several are read at a time", async () => {
  const { questions, read } = asked();
  for (let row = 0; row < 100; row += 4) {
    await Promise.all([0, 1, 2, 3].map((i) => read((row + i) * 100 * KIB, 64 * KIB)));
  }
  expect(questions.length).toBeLessThan(11);
  expect(Math.max(...questions.map((ranges) => ranges.length))).toBe(16);
});

test("but not beyond the end of the file, and not after another range was read", async () => {
  const { questions, read } = asked();
  for (const mib of [58, 59, 60, 61, 62, 63]) {
    await read(mib * MIB, 64 * KIB);
  }
  expect(questions.map((ranges) => ranges.length)).toEqual([1, 1, 1, 3]);
  await read(5 * MIB, 64 * KIB);
  await read(6 * MIB, 64 * KIB);
  expect(questions.slice(4).map((ranges) => ranges.length)).toEqual([1, 1]);
});

test("ranges beside each other and backwards are not guessed", async () => {
  const { questions, read } = asked();
  for (const mib of [9, 8, 7, 6, 5]) {
    await read(mib * MIB, KIB);
  }
  expect(questions.every((ranges) => ranges.length === 1)).toBe(true);
});

test("a long range is asked for in parts", async () => {
  const { questions, ranges } = asked();
  const bytes = await ranges.read(MIB, 40 * MIB, SIZE);
  expect(bytes.length).toBe(16 * MIB);
  expect([bytes[0], bytes[5 * MIB], bytes.at(-1)]).toEqual([0, 0, 255]);
  expect(questions).toEqual([1, 5, 9, 13].map((mib) => [[mib * MIB, 4 * MIB]]));
});

test("a failure reaches the reads that it concerns, and later ones ask again", async () => {
  let fails = false;
  const ranges = new Ranges(async (wanted) => {
    if (fails) {
      throw new Error("the kernel has ended");
    }
    return wanted.map(([, length]) => new Uint8Array(length));
  });
  for (const mib of [1, 2]) {
    await ranges.read(mib * MIB, KIB, SIZE);
  }
  fails = true;
  await expect(ranges.read(3 * MIB, KIB, SIZE)).rejects.toThrow("has ended");
  await expect(ranges.read(4 * MIB, KIB, SIZE)).rejects.toThrow("has ended");
  fails = false;
  ranges.forget();
  expect(await ranges.read(6 * MIB, KIB, SIZE)).toHaveLength(KIB);
});
