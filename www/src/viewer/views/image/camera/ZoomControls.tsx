/** Zoom and orientation of the image. */
import { MenuButton } from "../../../ui/MenuButton.tsx";
import { commandsFor } from "./commands.ts";
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
      <output class="number">{zoom >= 0.1 ? Math.round(100 * zoom) : (100 * zoom).toFixed(1)} %</output>
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
        items={commandsFor(viewpoint).map(({ name, key, aid, run }) => ({
          name,
          note: inWords(key),
          shortcut: inWords(key),
          checked: aid?.(viewpoint).value,
          action: () => run(viewpoint),
        }))}
      />
    </fieldset>
  );
}

/** A key as printed on keyboards. */
function inWords(key: string): string {
  return /[A-Z]/.test(key) ? `Shift+${key}` : key.toUpperCase();
}
