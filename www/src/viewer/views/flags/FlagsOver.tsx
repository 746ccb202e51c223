/** Flags that stand beside an image: a button that lays them over it, and their controls while they are. */
import { useEffect } from "preact/hooks";
import type { Session } from "../../session.ts";
import { lazily } from "../lazily.tsx";
import type { ViewProps } from "../registry.ts";

const FlagPanel = lazily(() => import("./FlagPanel.tsx").then(({ FlagPanel }) => FlagPanel));

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
  return over.value && beside.value ? <FlagPanel session={session} node={beside.value.id} /> : null;
}
