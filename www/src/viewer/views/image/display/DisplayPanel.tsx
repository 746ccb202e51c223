/** The panel that adjusts how values become colours: a histogram with the limits on it, and numbers beside it. */

import type { DisplayLimits } from "@asdf-wasm/science/elements/values";
import { many, titled } from "@asdf-wasm/science/format/format";
import type { PlaneHistogram } from "@asdf-wasm/science/measure/bins";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { adopting } from "../../../styles/sheet.ts";
import { Choice } from "../../../ui/Choice.tsx";
import { NumberField } from "../../../ui/fields.tsx";
import histogramStyles from "../../histogram/histogram.css?inline";
import { SHRINKINGS } from "./choices.ts";
import { fromHex, inHex } from "./colors.ts";
import displayStyles from "./display.css?inline";
import { CONTRAST, type DisplayedImage, type DisplayModel } from "./displayModel.ts";
import { HistogramLimits } from "./HistogramLimits.tsx";
import { every, origin } from "./limitsText.ts";
import type { Look } from "./look.ts";

const BINS = 256;
const styled = adopting(histogramStyles + displayStyles);

export interface PanelProps {
  readonly image: DisplayedImage;
  readonly look: Look;
  readonly id: string;
  /** The unit of the values. */
  readonly unit: string | undefined;
  /** Whether the view has its own colours and limits. */
  readonly unmapped: boolean | undefined;
  /** Further choices. */
  readonly children?: ComponentChildren;
}

export function DisplayPanel({ image, look, id, unit, unmapped, children }: PanelProps) {
  const { display, limits: shown } = image;
  const limits = shown.value;
  const histogram = useHistogram(image, limits);
  const { path = "" } = image.plane.value ?? {};
  const key = path.split("/").at(-1) ?? "";
  const title = titled(key, unit);

  return (
    <section class="display-panel" id={id} ref={styled} aria-label="Adjust">
      {!unmapped && (
        <div class="distribution">
          {histogram && limits && (
            <HistogramLimits
              histogram={histogram}
              settings={display.histogram}
              title={title}
              limits={limits}
              tone={look.tone.value}
              onLimits={(wanted) => display.setLimits(wanted)}
            />
          )}
          <p class="hint" role="status">
            {limits ? remark(image, histogram) : ""}
          </p>
        </div>
      )}
      {limits && !display.unstretched.value && <Numbers {...{ display, look, limits, unmapped }} />}
      {children}
    </section>
  );
}

/** The histogram around the limits. Its range changes when limits are not set manually, or lie outside of it. */
function useHistogram(image: DisplayedImage, limits: DisplayLimits | undefined): PlaneHistogram | undefined {
  const [histogram, setHistogram] = useState<PlaneHistogram>();
  const complete = image.complete.value;
  const around = useRef(limits);
  const bins = image.display.histogram.count ?? BINS;
  const isManual = image.display.interval.value === "manual";
  const beyond = !histogram || !limits || limits.min < histogram.min || limits.max > histogram.max;
  if (!isManual || beyond) {
    around.current = limits;
  }

  useEffect(() => {
    let wanted = complete !== undefined && around.current !== undefined;
    const count = async (): Promise<void> => {
      for (const every of [false, true]) {
        const found = wanted ? await image.histogram(around.current, bins, every) : undefined;
        if (wanted) {
          setHistogram(found);
        }
        if (found?.sampled === 1) {
          return;
        }
      }
    };
    void count();
    return () => {
      wanted = false;
    };
  }, [image, complete, around.current, bins]);

  return histogram;
}

function remark(image: DisplayedImage, histogram: PlaneHistogram | undefined): string {
  if (!histogram) {
    return `Limits ${origin(image)}`;
  }
  const total = histogram.counts.reduce((sum, count) => sum + count, 0);
  const stride = histogram.sampled === 1 ? "" : `, ${every(histogram.sampled)} so far`;
  return `Limits ${origin(image)}; ${many(total, "value")} counted${stride}`;
}

interface NumbersProps {
  readonly display: DisplayModel;
  readonly look: Look;
  readonly limits: DisplayLimits;
  readonly unmapped: boolean | undefined;
}

function Numbers({ display, look, limits, unmapped }: NumbersProps) {
  const { contrast, bias, nan } = display;
  const parameter = look.parameter.value;
  const setLimits = (one: number, other: number): void => {
    if (Number.isFinite(one) && Number.isFinite(other)) {
      display.setLimits({ min: Math.min(one, other), max: Math.max(one, other) });
    }
  };
  return (
    <fieldset class="numbers">
      <legend class="sr-only">Numbers</legend>
      {!unmapped && (
        <>
          <NumberField label="From" value={limits.min} onChange={(value) => setLimits(value, limits.max)} />
          <NumberField label="To" value={limits.max} onChange={(value) => setLimits(limits.min, value)} />
        </>
      )}
      <Slide
        label="Contrast"
        value={Math.log10(contrast.value)}
        min={Math.log10(CONTRAST.least)}
        max={Math.log10(CONTRAST.most)}
        text={contrast.value.toFixed(2)}
        onInput={(value) => display.turn(10 ** value / contrast.value, 0)}
      />
      <Slide
        label="Bias"
        value={bias.value}
        min={0}
        max={1}
        text={bias.value.toFixed(2)}
        onInput={(value) => display.turn(1, value - bias.value)}
      />
      {parameter !== undefined && (
        <NumberField label="Parameter" value={parameter} onChange={(value) => look.setParameter(value)} />
      )}
      {!unmapped && (
        <label class="choice" title="Colour of NaN pixels">
          <span>NaN</span>
          <input
            type="color"
            value={inHex(nan.value)}
            onInput={(event) => {
              nan.value = fromHex(event.currentTarget.value);
            }}
          />
        </label>
      )}
      {!unmapped && <Choice label="Several in a pixel" choices={SHRINKINGS} value={display.shrinking} />}
      <button type="button" class="quiet" title="Reset contrast and bias" onClick={() => display.resetTurn()}>
        Reset
      </button>
    </fieldset>
  );
}

interface SlideProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly text: string;
  readonly onInput: (value: number) => void;
}

function Slide({ label, value, min, max, text, onInput }: SlideProps) {
  const id = useId();
  return (
    <div class="choice">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="range"
        step={0.01}
        {...{ min, max, value }}
        aria-valuetext={text}
        onInput={(event) => onInput(event.currentTarget.valueAsNumber)}
      />
      <output class="number" for={id}>
        {text}
      </output>
    </div>
  );
}
