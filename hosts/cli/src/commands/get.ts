/** `get`: a value of the tree, collections as YAML, or elements of an array. */

import { bytes, grouped, shape } from "@asdf-wasm/science/format/format";
import { kindOf, textOf } from "@asdf-wasm/science/tree/values";
import { arrayOf, toJSON } from "asdf-wasm";
import type { Context } from "../context.ts";
import { EXIT, misuse } from "../exit.ts";
import { openSource } from "../reading/open.ts";
import { Part } from "../reading/part.ts";
import { targetIn } from "../reading/target.ts";
import { there } from "../reading/there.ts";
import { tellOfReading } from "../reading/warned.ts";
import { listsOf, listText } from "../text/values.ts";

export interface GetOptions {
  readonly all?: boolean;
}

/** More elements are only printed if asked for. */
const MANY = 10_000;

export async function run(context: Context, args: readonly string[], options: GetOptions): Promise<number> {
  const [source = "", text = ""] = args;
  using file = await openSource(source);
  using _told = tellOfReading(context, file);
  const target = await targetIn(file, text);
  const { node } = target;
  const array = arrayOf(node);
  if (array) {
    if (array.error) {
      throw array.error;
    }
    const cut = target.selection.length === 0 ? await there(file, array) : undefined;
    if (cut) {
      context.note(cut.note);
    }
    const part = new Part({ ...target, node: array }, cut?.lengths);
    if (part.size > MANY && !options.all) {
      throw misuse(
        `${text} has ${grouped(part.size)} elements (${shape(part.shape)}, ${bytes(part.nbytes)}): choose a part, such as \`${target.path}[${part.shape.map(() => "0:5").join(", ")}]\`, write it to a file by \`extract\`, or print all by --all`,
      );
    }
    const lists = listsOf(await part.read(), part.dtype);
    if (context.json) {
      context.printJson(lists);
    } else {
      context.print(listText(lists));
    }
    return EXIT.done;
  }
  const kind = kindOf(node);
  if (context.json) {
    context.printJson(toJSON(node));
  } else if (kind === "map" || kind === "sequence") {
    const { yamlText } = await import("@asdf-wasm/science/tree/yamlText");
    context.print(await yamlText(node));
  } else {
    // Without quotes, for scripts.
    context.print(textOf(node));
  }
  return EXIT.done;
}
