/** The tree as text, and blocks as they are. */

import type { Bytes } from "@asdf-wasm/science/export/bytes";
import { type ByteSource, toJSON } from "asdf-wasm";
import type { ExportJob } from "../../protocol/exports.ts";
import type { OpenFile } from "../opened.ts";
import type { ExportWriting } from "./writing.ts";

/** Bytes of a stored block that are read at a time. */
const PIECE = 2 ** 23;

export async function treeWriting(
  file: OpenFile,
  { format, node, isWhole }: Extract<ExportJob, { of: "tree" }>,
): Promise<ExportWriting> {
  const content = new TextEncoder().encode(await textOf(file, format, node, isWhole));
  const pieces = async function* (): AsyncGenerator<Bytes> {
    yield content;
  };
  return { bytes: content.length, isEstimate: false, remarks: [], pieces };
}

async function textOf(
  { file, nodes }: OpenFile,
  format: "yaml" | "json",
  node: number,
  isWhole: boolean,
): Promise<string> {
  if (format === "json") {
    return `${JSON.stringify(toJSON(isWhole ? (file.tree ?? null) : nodes.value(node)), null, 2)}\n`;
  }
  if (isWhole) {
    return (await import("@asdf-wasm/science/tree/yaml")).yamlOf(file);
  }
  const { yamlText } = await import("@asdf-wasm/science/tree/yamlText");
  return `${await yamlText(nodes.value(node))}\n`;
}

export async function blockWriting(
  { file, isRemote, version: { source } }: OpenFile,
  { format, index }: Extract<ExportJob, { of: "block" }>,
): Promise<ExportWriting> {
  const block = file.blocks[index];
  const { offset = 0, headerSize = 0, usedSize = 0, dataSize } = block ?? {};
  const fetched = isRemote ? usedSize : undefined;
  if (format === "decoded") {
    const pieces = async function* (signal: AbortSignal): AsyncGenerator<Bytes> {
      yield await file.readBlock(index, { signal });
    };
    return { bytes: dataSize, isEstimate: false, fetched, remarks: [], pieces };
  }
  if (source === undefined) {
    const problem = "the blocks of an edited text are not stored yet: save the file, and open the copy";
    return { isEstimate: false, remarks: [], problem, pieces: async function* () {} };
  }
  // The magic bytes and the length of the header stand before it.
  const start = offset + 6 + headerSize;
  const pieces = async function* (signal: AbortSignal): AsyncGenerator<Bytes> {
    for (let at = start; at < start + usedSize; ) {
      signal.throwIfAborted();
      const piece = await stored(source, at, Math.min(at + PIECE, start + usedSize), signal);
      yield piece;
      at += piece.length;
    }
  };
  return { bytes: usedSize, isEstimate: false, fetched, remarks: [], pieces };
}

/** Bytes of the file as it is stored: those asked for, or the first of them. */
async function stored(
  source: Blob | ByteSource | string,
  start: number,
  stop: number,
  signal: AbortSignal,
): Promise<Bytes> {
  if (source instanceof Blob) {
    return new Uint8Array(await source.slice(start, stop).arrayBuffer());
  }
  if (typeof source !== "string") {
    const bytes = new Uint8Array(await source.read(start, stop - start, { signal }));
    if (bytes.length === 0) {
      throw new Error("the file has become shorter since it was opened");
    }
    return bytes;
  }
  const response = await fetch(source, { signal, headers: { Range: `bytes=${start}-${stop - 1}` } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isPart = response.status === 206 && bytes.length === stop - start;
  if (!isPart && !(response.ok && bytes.length >= stop)) {
    throw new Error(`the server answers ${response.status} when asked for a part of the file`);
  }
  return isPart ? bytes : bytes.slice(start, stop);
}
