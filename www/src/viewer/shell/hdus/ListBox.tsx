/** A long list with a current row: a virtual list that follows the ARIA listbox pattern. Arrows move, Enter chooses. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useVirtualRows } from "../../tree/virtual.ts";

interface ListBoxProps {
  readonly class: string;
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  /** The index of the current row; −1 for none. */
  readonly at: number;
  readonly title: (index: number) => string;
  readonly row: (index: number) => ComponentChildren;
  readonly onPoint: (index: number) => void;
  readonly onChoose: (index: number) => void;
  readonly onCopy?: () => void;
}

export function ListBox(props: ListBoxProps) {
  const { count, rowHeight, at, onPoint, onChoose, onCopy } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualRows(scroller, count, rowHeight);
  useEffect(() => {
    if (at >= 0 && at < count) {
      virtual.reveal(at);
    }
  }, [at, count]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "c" && onCopy) {
      event.preventDefault();
      onCopy();
      return;
    }
    const to = virtual.step(key, at);
    if (ctrlKey || metaKey || altKey || (to === undefined && key !== "Enter" && key !== " ")) {
      return;
    }
    event.preventDefault();
    if (to === undefined) {
      onChoose(Math.max(0, at));
    } else {
      onPoint(to);
    }
  };

  const isSeen = virtual.items.some(({ index }) => index === at);
  return (
    <div
      ref={scroller}
      class={`list-box ${props.class}`}
      role="listbox"
      tabIndex={0}
      aria-label={props.label}
      aria-activedescendant={isSeen ? `${id}-${at}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div class="list-rows" role="presentation" style={{ height: `${virtual.height}px` }}>
        {virtual.items.map(({ index, start }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the list, which holds the focus.
          <div
            key={index}
            id={`${id}-${index}`}
            class="list-row"
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            aria-posinset={index + 1}
            aria-setsize={count}
            style={{ transform: `translateY(${start}px)`, height: `${rowHeight}px` }}
            title={props.title(index)}
            onClick={() => onChoose(index)}
          >
            {props.row(index)}
          </div>
        ))}
      </div>
    </div>
  );
}
