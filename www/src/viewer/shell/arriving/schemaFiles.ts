/** Schemas among dropped files: they are not opened, but say what may be in files, and what it means. */
import { isTableFile, OWN_ENDING } from "@asdf-wasm/science/format/dialects";
import { many } from "@asdf-wasm/science/format/format";
import type { FolderFile } from "../../protocol/facts.ts";
import { addSchemas } from "../../state/schemas/own.ts";
import type { Tabs } from "../tabs/tabs.ts";

/** Where packages for Python have them. */
const IN_PACKAGE = /(?:^|\/)(?:schemas|manifests)\/.*\.ya?ml$/i;
const MAGIC = "#ASDF";

/** Takes the schemas among files, of which some are `yaml`; resolves with what is to be opened. */
export async function takeSchemas(
  tabs: Tabs,
  files: readonly FolderFile[],
  yaml: readonly FolderFile[],
): Promise<readonly FolderFile[]> {
  const inPackage = files.filter(({ path }) => IN_PACKAGE.test(path));
  const named = inPackage.length > 0 ? inPackage : yaml;
  const starts = await Promise.all(named.map(({ file }) => file.slice(0, MAGIC.length).text()));
  const schemas = named.filter((_, index) => starts[index] !== MAGIC);
  if (schemas.length === 0) {
    return files;
  }
  addSchemas(schemas);
  tabs.say(`${many(schemas.length, "schema file")} added: the tab File says what is in them`);
  const isOpened = ({ path }: FolderFile) => OWN_ENDING.test(path) || isTableFile(path);
  return files.filter((file) => !schemas.includes(file) && (isOpened(file) || named.includes(file)));
}
