/** The world coordinate of a section along an axis that is not on the stage, such as its wavelength. */

import type { AxisWorld } from "@asdf-wasm/science/wcs/facts";
import { worldText } from "@asdf-wasm/science/wcs/world";
import { useEffect, useState } from "preact/hooks";
import type { WcsAt } from "../../protocol/wcs.ts";
import type { ViewHost } from "../../state/view.ts";
import { WorldModel } from "../../state/world.ts";

interface AxisWorldProps {
  readonly host: ViewHost;
  readonly axis: number;
}

interface Known {
  readonly at: WcsAt;
  readonly answer: AxisWorld | undefined;
}

export function AxisWorldValue({ host, axis }: AxisWorldProps) {
  const at = host.model(WorldModel).at.value;
  const [known, setKnown] = useState<Known>();
  useEffect(() => {
    let isShown = true;
    if (at) {
      const here = Float64Array.of(at.section.index[axis] ?? 0);
      void host
        .ask((worker) => worker.wcs.along({ at, axis, indices: here }))
        .then((answer) => isShown && setKnown({ at, answer }));
    }
    return () => {
      isShown = false;
    };
  }, [host, at, axis]);
  const isSame = known?.at.node === at?.node && known?.at.path === at?.path;
  const answer = isSame ? known?.answer : undefined;
  if (!at || !answer) {
    return null;
  }
  const { name, text, unit } = worldText(answer, answer.values[0] ?? Number.NaN);
  return (
    <output class="axis-world" aria-label={`World coordinate on axis ${axis}`}>
      <span class="name">{name}</span> <span class="number">{known?.at === at ? text : "–"}</span>
      {unit && <span class="unit"> {unit}</span>}
    </output>
  );
}
