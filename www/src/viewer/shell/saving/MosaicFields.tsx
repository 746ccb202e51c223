/** How images become one: how pixels are resampled, how large they are, and which do not count. */
import { Select } from "../../ui/Choice.tsx";
import { TypedInput } from "../../ui/fields.tsx";
import type { TogetherModel } from "../../views/together/togetherModel.ts";

const KERNELS = [
  ["bilinear", "Bilinear"],
  ["nearest", "Nearest pixel"],
  ["exact", "Exact: by area"],
] as const;

export function MosaicFields({ together }: { together: TogetherModel }) {
  const finest = together.plane.value?.scale ?? 1;
  return (
    <>
      <label>
        <span>Resampled</span>
        <Select
          choices={KERNELS}
          value={together.kernel.value}
          onPick={(kernel) => {
            together.kernel.value = kernel;
          }}
        />
      </label>
      <label>
        <span>Pixels in arcseconds</span>
        <TypedInput
          type="number"
          min={0}
          step="any"
          placeholder={`${Number(finest.toPrecision(4))}, the finest`}
          value={together.scale.value ?? ""}
          onChange={({ valueAsNumber }) => {
            together.scale.value = valueAsNumber > 0 ? valueAsNumber : undefined;
          }}
        />
      </label>
      <fieldset class="formats">
        <legend>Without</legend>
        <label>
          <input
            type="checkbox"
            checked={together.leavesOut.value}
            onChange={({ currentTarget }) => {
              together.leavesOut.value = currentTarget.checked;
            }}
          />
          Pixels with the flag DO_NOT_USE
        </label>
      </fieldset>
    </>
  );
}
