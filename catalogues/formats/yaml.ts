/** YAML in files of other formats, read by the reader of ASDF, whose trees are YAML. */
import { open, type TreeValue } from "asdf-wasm";

export async function yamlTree(yaml: string): Promise<TreeValue> {
  // It stays open: writing nodes with tags into another file asks which blocks this one has.
  const { tree } = await open(new TextEncoder().encode(`#ASDF 1.0.0\n%YAML 1.1\n---\n${yaml}\n...\n`));
  return tree;
}
