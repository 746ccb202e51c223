/** What every consumer says of the file that it opened; copied beside each, it knows nothing of the package. */
export async function summary(file) {
  const array = file.get("roman/data");
  const { data, shape } = await array.read();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return JSON.stringify({ shape, dtype: array.dtype, sha256 });
}
