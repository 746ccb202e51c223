/** The field in a row of the tree that edits a key or a value, and the kind of value the text would become. */
import { cut } from "@asdf-wasm/science/format/format";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { problemOf } from "../protocol/notices.ts";
import type { Draft, TreeEditing } from "../state/editing/treeEditing.ts";

interface Reading {
  readonly name?: string;
  readonly problem?: string;
}

export function InlineEdit({ editing, draft }: { editing: TreeEditing; draft: Draft }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(draft.typed || draft.text);
  const [reading, setReading] = useState<Reading>({});
  /** A rejected text, and the reason. */
  const [refused, setRefused] = useState<{ readonly text: string; readonly problem: string }>();
  const finished = useRef(false);

  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    if (draft.typed === "") {
      field.current?.select();
    }
  }, []);
  useEffect(() => {
    let isNewest = true;
    const say = (reading: Reading) => isNewest && setReading(reading);
    editing.becomes(draft, text).then(
      (name) => say({ name }),
      (cause) => say({ problem: problemOf(cause) }),
    );
    return () => {
      isNewest = false;
    };
  }, [editing, draft, text]);

  const treeOf = () => field.current?.closest<HTMLElement>('[role="tree"]');
  const commit = async (byKey: boolean): Promise<void> => {
    const tree = treeOf();
    if (finished.current || !tree) {
      return;
    }
    finished.current = true;
    const typed = field.current?.value ?? text;
    const problem = await editing.commit(draft, typed, !byKey);
    if (problem === undefined) {
      if (byKey) {
        tree.focus({ preventScroll: true });
      }
    } else if (byKey) {
      finished.current = false;
      setRefused({ text: typed, problem });
    } else {
      editing.cancel(draft);
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // The tree and the viewer must not handle other keys.
    event.stopPropagation();
    if (event.isComposing) {
      return;
    }
    if (event.key === "Escape") {
      event.preventDefault();
      finished.current = true;
      treeOf()?.focus({ preventScroll: true });
      editing.giveUp(draft);
    } else if (event.key === "Enter") {
      event.preventDefault();
      void commit(true);
    }
  };
  const { name, problem: whole } = refused?.text === text ? { problem: refused.problem } : reading;
  const problem = whole && cut(whole);
  return (
    <span class={`inline-edit of-${draft.part}`}>
      <input
        ref={field}
        type="text"
        aria-label={draft.part === "key" ? "Key" : "Value"}
        aria-invalid={problem !== undefined}
        spellcheck={false}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => void commit(false)}
      />
      <output class={problem === undefined ? "badge" : "complaint"} title={problem}>
        {problem ?? name}
      </output>
    </span>
  );
}
