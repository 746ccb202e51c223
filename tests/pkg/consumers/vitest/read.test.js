import { open, write } from "asdf-wasm";
import { summary } from "./summary.js";

test("a file is read and written", async () => {
  process.stdout.write(`said: ${await summary(open, "roman.asdf", write)}\n`);
});
