/** Schemas that a person gave: which of them can be used, and what is wrong with the others. */
import { AsdfError, openSync } from "asdf-wasm";
import type { OwnSchemaFacts, OwnSchemas } from "../../protocol/schemas.ts";

/** A file with nothing in it, not even a tag that needs schemas of the package: a given schema is tried by itself. */
const EMPTY = new TextEncoder().encode("#ASDF 1.0.0\n#ASDF_STANDARD 1.6.0\n%YAML 1.1\n--- {}\n...\n");

export async function factsOf(own: OwnSchemas): Promise<OwnSchemaFacts[]> {
  const empty = openSync(EMPTY);
  try {
    const facts: OwnSchemaFacts[] = [];
    for (const { path, file } of own) {
      const [, id] = /^["{\s]*id["\s]*:\s*["']?([^\s"',}]+)/m.exec(await file.text()) ?? [];
      try {
        const { warnings } = await empty.validate({ schemas: [file] });
        facts.push({ path, id, problem: warnings[0], isUsed: true });
      } catch (cause) {
        if (!(cause instanceof AsdfError)) {
          throw cause;
        }
        facts.push({ path, id, problem: cause.message, isUsed: false });
      }
    }
    return facts;
  } finally {
    empty.close();
  }
}
