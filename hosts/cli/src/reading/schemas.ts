/** Schemas that arguments name: files, or folders of them as packages for Python have them (`manifests/`, `schemas/`). */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { misuse } from "../exit.ts";

/** The texts of schemas; undefined if none are named. */
export async function readSchemas(paths: readonly string[]): Promise<File[] | undefined> {
  const files = await Promise.all(paths.map(filesAt));
  return paths.length === 0 ? undefined : Promise.all(files.flat().map(readSchema));
}

export async function readSchema(path: string): Promise<File> {
  return new File([await readFile(path)], path);
}

async function filesAt(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) {
    return [path];
  }
  const names = await readdir(path, { recursive: true });
  const found = names.filter((name) => /\.(ya?ml|json)$/.test(name)).sort();
  if (found.length === 0) {
    throw misuse(`no schema is in ${path}: they end in .yaml`);
  }
  return found.map((name) => join(path, name));
}
