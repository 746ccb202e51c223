/**
 * Copying what the current node is and where: a button with a menu, as the ARIA menu button pattern says, and Ctrl+C in
 * the tree for the path. What came of it is shown for a moment and said to who cannot see it.
 */
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { NodeDetail, NodeKind } from "../engine/protocol.ts";
import type { Session } from "../session.ts";

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
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState<Said>();
  const choices = choicesFor(session, detail);

  const copy = async ({ text }: Choice): Promise<void> => {
    const said = await toClipboard(text);
    setSaid({ text: said, time: performance.now() });
  };
  useShortcut(room, () => choices[0] && copy(choices[0]));

  const items = () => Array.from(room.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []);
  const close = () => {
    setOpen(false);
    room.current?.querySelector("button")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      close();
      return;
    }
    const all = items();
    const at = all.findIndex((item) => item.matches(":focus"));
    const to = destination(event.key, at, all);
    if (to !== undefined) {
      event.preventDefault();
      all.at(to % all.length)?.focus();
    }
  };

  // The menu takes the focus once it is there.
  useEffect(() => {
    if (open) {
      items()[0]?.focus();
    }
  }, [open]);

  return (
    <div
      ref={room}
      class="copy"
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && room.current?.contains(relatedTarget))) {
          setOpen(false);
        }
      }}
    >
      <button
        type="button"
        class="quiet"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            setOpen(true);
          }
        }}
      >
        Copy
      </button>
      {open && (
        <div class="menu" role="menu" tabIndex={-1} aria-label="Copy" onKeyDown={onKeyDown}>
          {choices.map((choice) => (
            <button
              key={choice.name}
              type="button"
              class="quiet"
              role="menuitem"
              tabIndex={-1}
              aria-disabled={choice.preview === undefined}
              aria-keyshortcuts={choice === choices[0] ? "Control+C" : undefined}
              onClick={() => {
                if (choice.preview !== undefined) {
                  close();
                  void copy(choice);
                }
              }}
            >
              <span class="name">{choice.name}</span>{" "}
              <span class="preview">{choice.preview ?? "cannot be said"}</span>
            </button>
          ))}
        </div>
      )}
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
      text: () => session.valueOf(id),
    },
    { name: "Python", preview: python, text: () => python },
    { name: "JavaScript", preview: javascript, text: () => javascript },
  ];
}

/** Which item a key leads to. */
function destination(key: string, at: number, items: readonly HTMLElement[]): number | undefined {
  switch (key) {
    case "ArrowDown":
      return at + 1;
    case "ArrowUp":
      return at - 1 + items.length;
    case "Home":
      return 0;
    case "End":
      return items.length - 1;
    default: {
      // A letter leads to the next item that begins with it.
      const begins = (index: number) =>
        items[index % items.length]?.innerText.toLowerCase().startsWith(key.toLowerCase());
      const found = items.findIndex((_, step) => begins(at + 1 + step));
      return found < 0 || key.length > 1 ? undefined : at + 1 + found;
    }
  }
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
