/** Files that are compressed by gzip as a whole, as archives serve FITS: unpacked before they are opened. */

/** A file that becomes larger is refused: a small one may claim anything. */
const MOST = 4 * 2 ** 30;

/** The file itself, or what is packed in it. */
export async function unpacked(file: Blob, most = MOST): Promise<Blob> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) {
    return file;
  }
  let size = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(bytes, controller) {
      size += bytes.length;
      if (size > most) {
        controller.error(new Error(`it holds more than ${most / 2 ** 30} GiB, unpacked: unpack it first`));
      } else {
        controller.enqueue(bytes);
      }
    },
  });
  const stream = file.stream().pipeThrough(new DecompressionStream("gzip")).pipeThrough(counted);
  try {
    return await new Response(stream).blob();
  } catch (cause) {
    const reason = cause instanceof Error && cause.message !== "" ? `: ${cause.message}` : "";
    throw new Error(`the file is compressed by gzip and cannot be unpacked${reason}`, { cause });
  }
}
