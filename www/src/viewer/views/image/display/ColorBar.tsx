/** The colour bar from the lower to the upper limit, with ticks in the data's unit. */

import { limits as inWords, withUnit } from "@asdf-wasm/science/format/format";
import { useEffect, useRef } from "preact/hooks";
import type { DisplayedImage } from "./displayModel.ts";
import { origin } from "./limitsText.ts";
import type { Look } from "./look.ts";
import { ticks } from "./ticks.ts";

const TICKS = 3;
/** In a picture there is more room. */
const PICTURED = 7;

interface BarProps {
  readonly image: DisplayedImage;
  readonly look: Look;
  /** The unit of the values. */
  readonly unit: string | undefined;
  /** Whether the view has its own colours: the bar is then empty, but keeps its place. */
  readonly unmapped: boolean | undefined;
}

export function ColorBar({ image, look, unit, unmapped }: BarProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const limits = image.limits.value;
  const colors = look.colors.value;
  const known = limits !== undefined && !unmapped;

  useEffect(() => {
    // Written once: a canvas on the GPU would cost a wait.
    const context = known && canvas.current?.getContext("2d", { willReadFrequently: true });
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
    // The place is kept: a change of its size would draw the image twice.
    return <div class="color-scale to-come" />;
  }
  if (unmapped) {
    return <div class="color-scale unmapped" />;
  }
  const [low, high] = inWords(limits.min, limits.max);
  return (
    <div class="color-scale">
      <div class="colorbar" title={`Limits ${origin(image)}`}>
        <span class="number low">{low}</span>
        <canvas ref={canvas} width={256} height={1} />
        <span class="number high">{withUnit(high, unit)}</span>
      </div>
      <div class="ticks">
        {ticks(limits, look.tone.value, TICKS).map(({ place, label }) => (
          <span key={label} style={{ left: `${100 * place}%` }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The same for a picture; undefined while there is none. `unmapped`: the view has its own colours. */
export function barOf(
  image: DisplayedImage,
  look: Look,
  { name, unit, unmapped }: { name: string } & Pick<BarProps, "unit" | "unmapped">,
) {
  const limits = image.limits.peek();
  if (!limits || unmapped) {
    return undefined;
  }
  const [low, high] = inWords(limits.min, limits.max);
  const marks = ticks(limits, look.tone.peek(), PICTURED);
  const label = unit ? `${name} [${unit}]` : name;
  return { colors: look.colors.peek(), label, low, high, ticks: marks };
}
