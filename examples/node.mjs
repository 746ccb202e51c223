/** In Node: `node examples/node.mjs FILE` lists the images of a file, with their means. */
import { open } from "asdf-wasm";
import { statistics } from "asdf-wasm/image";

const file = await open(process.argv[2] ?? "www/public/sample.asdf");
for (const { path, array } of file.images()) {
  const { mean } = statistics(await array.read());
  console.log(`${path}: ${array.shape.join(" × ")}, mean ${mean}`);
}
file.close();
