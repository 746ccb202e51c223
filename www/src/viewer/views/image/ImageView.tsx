/** The image, its controls, and the line under it that reads out a pixel. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Plane } from "../../engine/protocol.ts";
import { element, shape } from "../../format.ts";
import type { Session } from "../../session.ts";
import { AxisControls } from "../AxisControls.tsx";
import type { ViewProps } from "../registry.ts";
import { ColorBar } from "./ColorBar.tsx";
import { DisplayControls, ZoomControls } from "./Controls.tsx";
import { Shortfall } from "./Shortfall.tsx";
import { Stage } from "./stage.ts";

export function ImageView({ session, facts }: ViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [stage, setStage] = useState<Stage>();
  const plane = session.image.plane.value;
  const slice = session.scene.slice.value;

  useLayoutEffect(() => {
    void session.image.show(facts.id, slice);
    return () => session.reading.clear();
  }, [session, facts, slice]);

  useEffect(() => {
    if (!canvas.current) {
      return;
    }
    const made = new Stage(canvas.current, session);
    setStage(made);
    return () => made.destroy();
  }, [session]);

  return (
    <section class="image" aria-label="Image">
      <Shortfall session={session} />
      <div class="toolbar">
        <DisplayControls session={session} />
        {stage && <ZoomControls stage={stage} />}
      </div>
      <AxisControls session={session} facts={facts} />
      <div class="sky">
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the canvas takes keys of its own. */}
        <canvas
          ref={canvas}
          class="pixels"
          role="application"
          tabIndex={0}
          aria-label={
            plane
              ? `${plane.path}, ${shape([plane.height, plane.width])} ${plane.datatype}. Arrow keys move, plus and minus zoom, 0 fits, 1 is actual size.`
              : "Image, still to come"
          }
        />
      </div>
      <footer class="status">
        {plane && <ReadoutLine session={session} plane={plane} />}
        <ColorBar session={session} />
      </footer>
    </section>
  );
}

function ReadoutLine({ session, plane }: { session: Session; plane: Plane }) {
  const at = session.image.readout.value;
  const origin =
    plane.step === 1 ? "0-based, origin lower left" : `0-based, every ${plane.step}th pixel drawn`;
  return (
    <output class="readout" aria-live="off">
      <span class="field">
        <span class="name">x</span> <span class="number x">{at ? at.x * plane.step : "–"}</span>
      </span>
      <span class="field">
        <span class="name">y</span> <span class="number y">{at ? at.y * plane.step : "–"}</span>
      </span>
      <span class="field wide">
        <span class="name">value</span>{" "}
        <span class="number datum">
          {at && at.y < session.image.rows.value ? element(plane, at.x, at.y) : "–"}
        </span>
      </span>
      <span class="hint">{at?.centre ? `at the centre, ${origin}` : origin}</span>
    </output>
  );
}
