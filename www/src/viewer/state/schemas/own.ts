/** Schemas of one's own, which all open files are checked against and described by. */
import { signal } from "@preact/signals";
import type { OwnSchemas } from "../../protocol/schemas.ts";

export const ownSchemas = signal<OwnSchemas>([]);

/** Adds schemas, which come first; one takes the place of another at the same path. */
export function addSchemas(added: OwnSchemas): void {
  const isAdded = (path: string) => added.some((other) => other.path === path);
  ownSchemas.value = [...added, ...ownSchemas.peek().filter(({ path }) => !isAdded(path))];
}

export function removeSchema(path: string): void {
  ownSchemas.value = ownSchemas.peek().filter((other) => other.path !== path);
}
