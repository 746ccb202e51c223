/** Images of other files: those on the stages of open ones, and files that are opened when they are asked for. */
import type { ArrayNode, Elsewhere } from "../protocol/facts.ts";
import { problemOf } from "../protocol/notices.ts";
import type { Neighbour, ViewHost, WaitingFile } from "./view.ts";

export interface ImageElsewhere {
  /** That of its file: each shows one image. */
  readonly id: string;
  /** The name of the file. */
  readonly name: string;
  readonly node: ArrayNode;
  readonly neighbour: Neighbour;
}

/** The key of the image of another file, which no path in this file is like. */
export function keyOf(id: string): string {
  return `//${id}`;
}

/** A file that a person has chosen; links know it by its name alone. */
export interface FileRef {
  readonly id?: string;
  readonly name: string;
}

/** Whether a file is the one that was chosen. */
export function isThat(file: { readonly id: string; readonly name: string }, of: FileRef): boolean {
  return of.id === undefined ? file.name === of.name : file.id === of.id;
}

/** The images that other open files show, or their arrays of at least so many axes; subscribes the caller to them. */
export function imagesElsewhere(
  { neighbours }: Pick<ViewHost, "neighbours">,
  axes = 2,
): readonly ImageElsewhere[] {
  return neighbours.value.flatMap((neighbour) => {
    const node = neighbour.shown.value;
    return node?.array?.elements === "numbers" && node.array.shape.length >= axes
      ? [{ id: neighbour.id, name: neighbour.name.value, node: { ...node, array: node.array }, neighbour }]
      : [];
  });
}

/** Such an image as another worker can read it; undefined if it cannot: see `Neighbour.source`. */
export async function elsewhereOf({
  id,
  name,
  node,
  neighbour,
}: ImageElsewhere): Promise<Elsewhere | undefined> {
  const source = neighbour.source();
  const detail = source && (await neighbour.host.ask((worker) => worker.tree.detail(node.id)));
  return source && detail ? { id, name, source, path: detail.path, unit: node.array.unit } : undefined;
}

/** Opens a file: the image that it shows, or a sentence that says why there is none. */
export async function openedOf(
  { name, open }: WaitingFile,
  host: Pick<ViewHost, "neighbours">,
  axes = 2,
): Promise<ImageElsewhere | string> {
  try {
    const id = await open();
    const image = imagesElsewhere(host, axes).find((image) => image.id === id);
    return image ?? `${name} shows no image when it is opened: choose one in its tab.`;
  } catch (cause) {
    return `${name} cannot be opened: ${problemOf(cause)}`;
  }
}
