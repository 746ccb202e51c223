/** A text of any length: its beginning, and all of it on request. */
import { useEffect, useState } from "preact/hooks";
import { LongText } from "./LongText.tsx";

/** Texts longer than this, in characters, get buttons. */
const SHORT = 80;
/** Matches are not marked in texts longer than this. */
const MARKED = 100_000;

interface FullTextProps {
  /** The beginning of the text, or all of it. */
  readonly text: string;
  /** The length of the whole text. */
  readonly length?: number | undefined;
  /** What the search marks in it. */
  readonly pattern: RegExp | undefined;
  /** Reads the whole text. */
  readonly onAll: () => Promise<string | undefined>;
  /** Called when the whole of a long text is shown, and when it no longer is. */
  readonly onWhole?: (whole: boolean) => void;
}

export function FullText({ text, length = text.length, pattern, onAll, onWhole }: FullTextProps) {
  const [whole, setWhole] = useState<string>();
  const [wrapped, setWrapped] = useState(true);
  const shown = whole ?? text;

  useEffect(() => () => onWhole?.(false), []);

  const showAll = async (): Promise<void> => {
    const all = await onAll();
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
      <LongText
        text={shown}
        wrapped={wrapped}
        pattern={shown.length <= MARKED ? pattern : undefined}
        more={length > shown.length}
      />
    </>
  );
}
