import { open, write } from "asdf-wasm";
import { summary } from "./summary.js";

test("a file is read and written", async () => {
  const said = await summary(open, "roman.asdf", write);
  process.stdout.write(`said: ${said}\n`);
});
