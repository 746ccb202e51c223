/**
 * What every consumer says of the file that it opens, with workers and without (or with the pools in `modes`), and of what it
 * writes of it, if it does; copied beside each, it knows nothing of the package.
 */
export async function summary(open, source, write, modes = [true, false]) {
  const said = await Promise.all(modes.map((workers) => read(open, source, workers)));
  if (write) {
    said.push(await read(open, await written(open, source, write), false));
    said.push(await read(open, await edited(open, source), false));
  }
  const isSame = said.every((words) => words === said[0]);
  return isSame ? said[0] : `workers, this thread and what was written differ: ${said.join(", ")}`;
}

async function written(open, source, write) {
  const file = await open(source);
  const data = file.get("roman/data");
  const blob = await write({ roman: { data } }, { compression: "zlib" });
  file.close();
  return blob;
}

async function edited(open, source) {
  const file = await open(source);
  const blob = await file.edit(({ roman }) => ({ roman: { data: roman.data } }));
  file.close();
  return blob;
}

async function read(open, source, workers) {
  const file = await open(source, { workers });
  const array = file.get("roman/data");
  const { data, shape } = await array.read();
  file.close();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return JSON.stringify({ shape, dtype: array.dtype, sha256 });
}
