/** The text of a node, however long: the beginning, and all of it when asked for. */
import { useEffect, useState } from "preact/hooks";
import type { NodeDetail } from "../protocol/protocol.ts";
import type { Session } from "../state/session.ts";
import { LongText } from "./LongText.tsx";

/** Longer texts than this, in characters, need choices. */
const SHORT = 80;
/** Nothing is marked in texts longer than this. */
const MARKED = 200_000;

interface FullTextProps {
  readonly session: Session;
  readonly detail: NodeDetail;
  readonly text: string;
  /** Told when all of a text that is longer than its beginning is shown, or is not any more. */
  readonly onWhole?: (whole: boolean) => void;
}

export function FullText({ session, detail, text, onWhole }: FullTextProps) {
  const { id, length = text.length } = detail;
  const [whole, setWhole] = useState<string>();
  const [wrapped, setWrapped] = useState(true);
  const shown = whole ?? text;
  const found = session.search.isFound(id) && shown.length <= MARKED;
  const pattern = found ? session.search.pattern.value : undefined;

  useEffect(() => () => onWhole?.(false), []);

  const showAll = async (): Promise<void> => {
    const all = await session.textOf(id);
    if (all !== undefined) {
      setWhole(all);
      onWhole?.(true);
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
      <LongText text={shown} wrapped={wrapped} pattern={pattern} more={length > shown.length} />
    </>
  );
}
