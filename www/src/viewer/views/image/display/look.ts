/** What renderers draw with, computed from the display's settings: 255 levels and 256 colours. */
import { computed } from "@preact/signals";
import { COLORMAPS, levels, STRETCH_PARAMETERS, type Stretch, type ToneOptions } from "asdf-wasm/image";
import type { DisplayedImage, Parametric, StretchChoice } from "./displayModel.ts";

export class Look {
  readonly #image: DisplayedImage;

  constructor(image: DisplayedImage) {
    this.#image = image;
  }

  /** Maps places between the limits, from 0 to 1, to places on the colour map. */
  readonly tone = computed<ToneOptions>(() => {
    const { stretch, quantiles, contrast, bias } = this.#image.display;
    const turn = { contrast: contrast.value, bias: bias.value };
    const values = stretch.value === "histogram" ? quantiles.value?.values : undefined;
    const limits = values && this.#image.limits.value;
    return values && limits
      ? { ...turn, min: limits.min, max: limits.max, stretch: { kind: "histogram", quantiles: values } }
      : { ...turn, min: 0, max: 1, stretch: this.#formula() };
  });

  /** Where each colour except the first starts, from 0 (the lower limit) to 1. */
  readonly levels = computed(() => levels(this.tone.value));

  /** 256 triples of red, green and blue. */
  readonly colors = computed(() => {
    const { colormap, inverted } = this.#image.display;
    const colors = COLORMAPS[colormap.value];
    return inverted.value ? reversed(colors) : colors;
  });

  /** The stretch's parameter, if it has one. */
  readonly parameter = computed(() => {
    const { stretch, parameters } = this.#image.display;
    return isParametric(stretch.value)
      ? (parameters.value[stretch.value] ?? STRETCH_PARAMETERS[stretch.value])
      : undefined;
  });

  setParameter(value: number): void {
    const { stretch, parameters } = this.#image.display;
    if (isParametric(stretch.value) && value > 0 && value < Number.POSITIVE_INFINITY) {
      parameters.value = { ...parameters.value, [stretch.value]: value };
    }
  }

  /** Until quantiles are known, histogram equalisation is linear. */
  #formula(): Stretch {
    const stretch = this.#image.display.stretch.value;
    const a = this.parameter.value;
    if (isParametric(stretch) && a !== undefined) {
      return { kind: stretch, a };
    }
    return stretch === "histogram" ? "linear" : stretch;
  }
}

function isParametric(stretch: StretchChoice): stretch is Parametric {
  return Object.hasOwn(STRETCH_PARAMETERS, stretch);
}

function reversed(colors: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const turned = new Uint8Array(colors.length);
  for (let i = 0; i < colors.length; i += 3) {
    turned.set(colors.subarray(i, i + 3), colors.length - 3 - i);
  }
  return turned;
}
