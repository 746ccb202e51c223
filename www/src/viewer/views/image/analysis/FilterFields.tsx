/** Smoothing and binning of what is drawn. */

import type { Filter, Smoothing } from "@asdf-wasm/science/compute/reductions";
import { useId } from "preact/hooks";
import { TypedInput } from "../../../ui/fields.tsx";
import { MOST_SIZE, possibleSize } from "../model/filters.ts";
import type { ImageModel } from "../model/imageModel.ts";

const KINDS: readonly (readonly [Smoothing["kind"], string, string])[] = [
  ["gaussian", "Gaussian", "σ"],
  ["box", "Box mean", "Side"],
  ["median", "Median", "Side"],
];
const BINNINGS = [2, 3, 4, 5, 8, 10, 16] as const;
const USUAL_SIZE = { gaussian: 2, box: 3, median: 3 } as const;

export function FilterFields({ image }: { image: ImageModel }) {
  const id = useId();
  const filter = image.filter.value;
  const { smooth, bin } = filter ?? {};
  const set = (wanted: Filter): void => {
    const { smooth, bin } = wanted;
    image.apply(smooth || bin ? { ...(smooth && { smooth }), ...(bin && { bin }) } : undefined);
  };
  const [, , sizeName] = KINDS.find(([kind]) => kind === smooth?.kind) ?? [];
  return (
    <fieldset class="filters">
      <legend class="sr-only">Smoothing and binning</legend>
      <div class="choice">
        <label for={`${id}-smooth`}>Smooth</label>
        <select
          id={`${id}-smooth`}
          value={smooth?.kind ?? ""}
          onChange={({ currentTarget }) => {
            const [kind] = KINDS[currentTarget.selectedIndex - 1] ?? [];
            set({ bin, smooth: kind && { kind, size: USUAL_SIZE[kind] } });
          }}
        >
          <option value="">off</option>
          {KINDS.map(([kind, text]) => (
            <option key={kind} value={kind}>
              {text}
            </option>
          ))}
        </select>
        {smooth && sizeName && (
          <label class="size">
            <span>{sizeName}</span>
            <TypedInput
              type="number"
              min={smooth.kind === "gaussian" ? 0.1 : 3}
              max={MOST_SIZE[smooth.kind]}
              step={smooth.kind === "gaussian" ? 0.5 : 2}
              value={smooth.size}
              onChange={({ valueAsNumber }) => {
                const size = possibleSize(smooth.kind, valueAsNumber) ?? smooth.size;
                set({ bin, smooth: { ...smooth, size } });
              }}
            />
            <span>pixels</span>
          </label>
        )}
      </div>
      <div class="choice">
        <label for={`${id}-bin`}>Bin</label>
        <select
          id={`${id}-bin`}
          value={bin?.size ?? ""}
          onChange={({ currentTarget }) => {
            const size = BINNINGS[currentTarget.selectedIndex - 1];
            set({ smooth, bin: size && { by: bin?.by ?? "mean", size } });
          }}
        >
          <option value="">off</option>
          {BINNINGS.map((size) => (
            <option key={size} value={size}>
              {size} × {size}
            </option>
          ))}
        </select>
        {bin && (
          <select
            aria-label="Value of a bin"
            value={bin.by}
            onChange={({ currentTarget }) =>
              set({ smooth, bin: { ...bin, by: currentTarget.selectedIndex === 1 ? "sum" : "mean" } })
            }
          >
            <option value="mean">mean</option>
            <option value="sum">sum</option>
          </select>
        )}
      </div>
    </fieldset>
  );
}
