/**
 * Copying what the current node is and where: a button with a menu, and Ctrl+C in the tree for the path. What came of it
 * is shown for a moment and said to who cannot see it.
 */
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { NodeDetail, NodeKind } from "../../protocol/facts.ts";
import type { Session } from "../../state/session.ts";
import { MenuButton } from "../../ui/MenuButton.tsx";

/** One thing to copy. */
interface Choice {
  readonly name: string;
  /** What of it can be shown; undefined when there is nothing to copy. */
  readonly preview: string | undefined;
  readonly text: () => Promise<string | undefined> | string | undefined;
}

interface Said {
  readonly text: string;
  /** Makes a sentence that is said twice another one. */
  readonly time: number;
}

const COLLECTIONS: readonly NodeKind[] = ["map", "sequence", "array", "bytes"];

export function CopyMenu({ session, detail }: { session: Session; detail: NodeDetail }) {
  const room = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState<Said>();
  const choices = choicesFor(session, detail);

  const copy = async ({ text }: Choice): Promise<void> => {
    const said = await toClipboard(text);
    setSaid({ text: said, time: performance.now() });
  };
  useShortcut(room, () => choices[0] && copy(choices[0]));

  return (
    <div ref={room} class="copy">
      <MenuButton
        label="Copy"
        items={choices.map((choice, index) => ({
          name: choice.name,
          note: choice.preview ?? "cannot be said",
          shortcut: index === 0 ? "Control+C" : undefined,
          disabled: choice.preview === undefined,
          action: () => void copy(choice),
        }))}
      />
      <output class="copied">{said && <span key={said.time}>{said.text}</span>}</output>
    </div>
  );
}

function choicesFor(session: Session, { id, path, kind, text, expressions }: NodeDetail): Choice[] {
  const { python, javascript } = expressions;
  const isCollection = COLLECTIONS.includes(kind);
  return [
    { name: "Path", preview: path || "(the root)", text: () => path },
    {
      name: isCollection ? "JSON" : "Value",
      preview: isCollection
        ? kind === "array"
          ? "what is said of it"
          : "all that it holds"
        : text?.slice(0, 100),
      text: () => session.ask((worker) => worker.value(id)),
    },
    { name: "Python", preview: python, text: () => python },
    { name: "JavaScript", preview: javascript, text: () => javascript },
  ];
}

/** Says what came of it. */
async function toClipboard(text: Choice["text"]): Promise<string> {
  try {
    const known = text();
    const copied = typeof known === "string" ? known : await known;
    if (copied === undefined) {
      return "There is nothing to copy";
    }
    await navigator.clipboard.writeText(copied);
    return `Copied ${copied.length > 60 ? `${copied.slice(0, 60)}…` : copied}`;
  } catch {
    return "The browser does not let this page copy";
  }
}

/** Ctrl+C while the tree has the focus. */
function useShortcut(room: RefObject<HTMLElement | null>, action: () => unknown): void {
  const newest = useRef(action);
  newest.current = action;
  useEffect(() => {
    const tree = room.current?.closest(".side")?.querySelector<HTMLElement>('[role="tree"]');
    const listening = new AbortController();
    const onKeyDown = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): void => {
      if (key.toLowerCase() === "c" && (ctrlKey || metaKey) && !altKey && !shiftKey) {
        newest.current();
      }
    };
    tree?.addEventListener("keydown", onKeyDown, { signal: listening.signal });
    return () => listening.abort();
  }, []);
}
