/** Pictures of pixels: as files, as addresses, and of colours. */

/** 256 triples of red, green and blue as a row of pixels. */
export function colorsOf(colors: Uint8Array): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: 256, height: 1 });
  const pixels = new ImageData(256, 1);
  pixels.data.fill(255);
  for (let i = 0; i < 256; i += 1) {
    pixels.data.set(colors.subarray(3 * i, 3 * i + 3), 4 * i);
  }
  canvas.getContext("2d")?.putImageData(pixels, 0, 0);
  return canvas;
}

export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) {
        resolve(blob);
      } else {
        reject(new Error("this browser makes no picture of that size: choose a smaller one"));
      }
    }, "image/png");
  });
}

export function dataUrl(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(content);
  });
}
