/** The colours from the lower limit to the upper one, with both in the data's unit. */
import { useEffect, useRef } from "preact/hooks";
import { limits as inWords } from "../../format.ts";
import type { Session } from "../../session.ts";

export function ColorBar({ session }: { session: Session }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const limits = session.image.limits.value;
  const colors = session.image.display.colors.value;
  const known = limits !== undefined;

  useEffect(() => {
    const context = known && canvas.current?.getContext("2d");
    if (context) {
      const pixels = new ImageData(256, 1);
      pixels.data.fill(255);
      for (let i = 0; i < 256; i += 1) {
        pixels.data.set(colors.subarray(3 * i, 3 * i + 3), 4 * i);
      }
      context.putImageData(pixels, 0, 0);
    }
  }, [colors, known]);

  if (!limits) {
    return null;
  }
  const [low, high] = inWords(limits.min, limits.max);
  const { height = 0, step = 1 } = session.image.plane.value ?? {};
  const sampled = limits.sampled * step ** 2;
  const all = sampled === 1 ? "from every value" : `from every ${sampled}th value`;
  const source = limits.rows < height ? `${all} of the first ${limits.rows} rows` : all;
  return (
    <div class="colorbar" title={`Limits ${source}`}>
      <span class="number low">{low}</span>
      <canvas ref={canvas} width={256} height={1} />
      <span class="number high">{high}</span>
    </div>
  );
}
