/** `types`: what it says without the library, which the repository does not install; tests/consumers/declarations.test.ts has the rest. */
import { expect, test } from "vitest";
import { roman, run } from "./run.ts";

test("without the library, how it is installed", async () => {
  const { code, out, err } = await run("types", roman);
  expect({ code, out }).toEqual({ code: 3, out: "" });
  expect(err).toContain("`npm install --save-dev json-schema-to-typescript` installs it");
});
