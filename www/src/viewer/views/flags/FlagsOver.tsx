/** Flags that stand beside an image: a button that lays them over it, and their controls while they are. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Session } from "../../session.ts";
import type { ViewProps } from "../registry.ts";

export function FlagsButton({ session, facts }: ViewProps) {
  const { beside, over } = session.flags;

  useEffect(() => {
    let isShown = true;
    beside.value = undefined;
    void session
      .ask((engine) => engine.flagsBeside(facts.id))
      .then((found) => {
        if (isShown) {
          beside.value = found;
        }
      });
    return () => {
      isShown = false;
    };
  }, [session, facts]);

  return beside.value ? (
    <button
      type="button"
      class="quiet"
      title={`Show ${beside.value.key} over the image`}
      aria-pressed={over.value}
      onClick={() => {
        over.value = !over.value;
      }}
    >
      Flags
    </button>
  ) : null;
}

export function FlagsOver({ session }: { session: Session }) {
  const { beside, over } = session.flags;
  const node = over.value ? beside.value?.id : undefined;
  const [Panel, setPanel] = useState<ComponentType<{ session: Session; node: number }>>();

  useEffect(() => {
    if (node !== undefined) {
      void import("./FlagPanel.tsx").then(({ FlagPanel }) => setPanel(() => FlagPanel));
    }
  }, [node]);

  return node !== undefined && Panel ? <Panel session={session} node={node} /> : null;
}
