/**
 * A text, however long: the beginning, and all of it when asked for. It is laid out in pieces, of which the browser skips
 * those that are out of sight.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { NodeDetail } from "../engine/protocol.ts";
import type { Session } from "../session.ts";
import { Marked } from "../tree/Marked.tsx";

/** Longer texts than this, in characters, need choices. */
const SHORT = 80;
/** Nothing is marked in texts longer than this. */
const MARKED = 200_000;

interface FullTextProps {
  readonly session: Session;
  readonly detail: NodeDetail;
  readonly text: string;
  /** Told when all of a text that is longer than its beginning is shown, or is not any more. */
  readonly onWhole: (whole: boolean) => void;
}

export function FullText({ session, detail, text, onWhole }: FullTextProps) {
  const { id, length = text.length } = detail;
  const [whole, setWhole] = useState<string>();
  const [wrapped, setWrapped] = useState(true);
  const shown = whole ?? text;
  const parts = useMemo(() => chunks(shown), [shown]);
  const found = session.search.isFound(id) && shown.length <= MARKED;
  const pattern = found ? session.search.pattern.value : undefined;

  useEffect(() => () => onWhole(false), []);

  const showAll = async (): Promise<void> => {
    const all = await session.textOf(id);
    if (all !== undefined) {
      setWhole(all);
      onWhole(true);
    }
  };

  return (
    <>
      {(length > SHORT || text.includes("\n")) && (
        <div class="text-choices">
          {length > shown.length && (
            <button type="button" onClick={() => void showAll()}>
              Show all {length.toLocaleString("en")} characters
            </button>
          )}
          <button type="button" aria-pressed={wrapped} onClick={() => setWrapped(!wrapped)}>
            Wrap lines
          </button>
        </div>
      )}
      <div class={`full-text${wrapped ? "" : " unwrapped"}`}>
        {parts.map((part, index) => (
          <p key={index}>
            <Marked text={part} pattern={pattern} />
          </p>
        ))}
        {length > shown.length && <p>…</p>}
        {shown === "" && <p class="hint">(empty)</p>}
      </div>
    </>
  );
}

/** How long pieces are at least, and at most where a line does not end. */
const LEAST = 4000;
const MOST = 16_000;

/** Whole lines together, and very long ones in parts. */
function chunks(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf("\n", start + LEAST);
    const isClose = lineEnd >= 0 && lineEnd - start <= MOST;
    const end = isClose ? lineEnd : Math.min(start + MOST, text.length);
    parts.push(text.slice(start, end));
    start = isClose ? end + 1 : end;
  }
  return parts;
}
