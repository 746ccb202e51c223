/**
 * What every consumer says of the file that it opens, with workers and without; copied beside each, it knows nothing of
 * the package.
 */
export async function summary(open, source) {
  const said = await Promise.all([true, false].map((workers) => read(open, source, workers)));
  return said[0] === said[1] ? said[0] : `workers give ${said[0]}, not ${said[1]}`;
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
