/** Zoom and orientation of the image. */
import { menuKey } from "../../../ui/commands.ts";
import { MenuButton } from "../../../ui/MenuButton.tsx";
import { COMMANDS } from "./commands.ts";
import type { Viewpoint } from "./viewpoint.ts";

export function ZoomControls({ viewpoint }: { viewpoint: Viewpoint }) {
  const { zoom } = viewpoint.camera.value;
  return (
    <fieldset class="controls zoom">
      <legend class="sr-only">Zoom</legend>
      <button
        type="button"
        class="quiet square"
        aria-label="Zoom out"
        onClick={() => viewpoint.zoomBy(Math.SQRT1_2)}
      >
        −
      </button>
      <output class="number">{percent(zoom)} %</output>
      <button
        type="button"
        class="quiet square"
        aria-label="Zoom in"
        onClick={() => viewpoint.zoomBy(Math.SQRT2)}
      >
        +
      </button>
      <button type="button" class="quiet" onClick={() => viewpoint.fit()}>
        Fit
      </button>
      <button type="button" class="quiet" onClick={() => viewpoint.actualSize()}>
        1:1
      </button>
      <MenuButton
        label="View"
        items={COMMANDS.filter(({ when }) => when?.(viewpoint) ?? true).map(({ label, keys, aid, run }) => ({
          ...{ name: label, ...menuKey(keys[0]) },
          checked: aid?.(viewpoint).value,
          action: () => run(viewpoint),
        }))}
      />
    </fieldset>
  );
}

function percent(zoom: number): string {
  const digits = zoom >= 0.1 ? 0 : 1;
  return zoom >= 0.001 ? (100 * zoom).toFixed(digits) : (100 * zoom).toPrecision(2);
}
