/**
 * Copying the selected node: a menu, and Ctrl+C in the tree for the path. The outcome is shown for a moment and
 * announced to screen readers.
 */

import { cut } from "@asdf-wasm/science/format/format";
import type { NodeKind } from "@asdf-wasm/science/tree/values";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { NodeDetail } from "../../protocol/facts.ts";
import type { Session } from "../../state/session.ts";
import { COPY_PATH } from "../../tree/keys.ts";
import { ariaKey, SHORTCUTS, useCommands } from "../../ui/commands.ts";
import { MenuButton } from "../../ui/MenuButton.tsx";

/** Something to copy. */
interface Choice {
  readonly name: string;
  /** A preview; undefined when there is nothing to copy. */
  readonly preview: string | undefined;
  readonly text: () => Promise<string | undefined> | string | undefined;
}

interface Message {
  readonly text: string;
  /** Lets the same message be announced twice. */
  readonly time: number;
}

const COPY = [COPY_PATH];

const COLLECTIONS: readonly NodeKind[] = ["map", "sequence", "array", "bytes"];

export function CopyMenu({ session, detail }: { session: Session; detail: NodeDetail }) {
  const area = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState<Message>();
  const choices = choicesFor(session, detail);

  const copy = async ({ text }: Choice): Promise<void> => {
    const message = await toClipboard(text);
    setMessage({ text: message, time: performance.now() });
  };
  const tree = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    tree.current = area.current?.closest(".side")?.querySelector<HTMLElement>('[role="tree"]') ?? null;
  }, []);
  useCommands(tree, COPY, () => choices[0] && copy(choices[0]));

  return (
    <div ref={area} class="copy">
      <MenuButton
        label="Copy"
        items={choices.map((choice, index) => ({
          name: choice.name,
          note: cut(choice.preview ?? "not available"),
          shortcut: index === 0 ? ariaKey(SHORTCUTS.copy) : undefined,
          disabled: choice.preview === undefined,
          action: () => void copy(choice),
        }))}
      />
      <output class="copied">{message && <span key={message.time}>{message.text}</span>}</output>
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
          ? "its description"
          : "all of its content"
        : text?.slice(0, 100),
      text: () => session.ask((worker) => worker.tree.value(id)),
    },
    { name: "Python", preview: python, text: () => python },
    { name: "JavaScript", preview: javascript, text: () => javascript },
  ];
}

/** Resolves to a message about the outcome. */
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
    return "The browser does not allow this page to copy";
  }
}
