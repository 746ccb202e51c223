/** Checks the tree of a file to be written against the schemas of its tags: the option `validate`. */
import type { Warning } from "../../api/blocks.ts";
import { AsdfError } from "../../api/error.ts";
import { schemaCode } from "../../file/schemas.ts";
import type { Settings } from "../input/settings.ts";
import type { Before } from "./before.ts";

/** An error lists at most so many problems. */
const MOST_LISTED = 20;

/** `text`: the header and the tree. Throws if it is not valid, or warns of every problem. */
export async function checkText(
  text: string,
  { validate, standard, schemas: given = [], signal, onWarning }: Settings,
  before: Before | undefined,
): Promise<void> {
  const schemas = [...given, ...(before?.file.schemas ?? [])];
  const checked = await (await schemaCode.load()).validateText(text, standard, { schemas, signal });
  const warnings = checked.problems.map(({ path, message, schema }) => ({
    code: "not-valid",
    message: schema === "" ? message : `${message}, says ${schema}`,
    path,
  }));
  if (validate === "error" && !checked.isValid) {
    const listed = warnings
      .slice(0, MOST_LISTED)
      .map(({ path, message }) => `\n${path === "" ? "the tree" : path}: ${message}`);
    const more = warnings.length > listed.length ? `\nand ${warnings.length - listed.length} more` : "";
    const message = `the tree is not valid, and nothing was written:${listed.join("")}${more}`;
    throw new AsdfError("bad-tree", message, { path: warnings[0]?.path, cause: checked });
  }
  const toFile = before && ((warning: Warning) => before.file.warn(warning));
  warnings.forEach(onWarning ?? toFile ?? ((warning) => console.warn(`${warning.path}: ${warning.message}`)));
}
