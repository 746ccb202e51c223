/** The field of a search, which `/` and Ctrl+F lead to, with what it found and a button that clears it. */
import type { ComponentChildren, RefObject } from "preact";
import { isSummons, LONGEST_SEARCH, useKeys } from "../ui/keys.ts";

interface SearchBoxProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  /** How many matches there are, in words. */
  readonly tally: string;
  readonly onLook: (text: string) => void;
  readonly onClear: () => void;
  /** Enter, Escape and the arrow down. */
  readonly onKey: (event: KeyboardEvent) => void;
  /** Buttons beside the one that clears. */
  readonly children?: ComponentChildren;
}

export function SearchBox(props: SearchBoxProps) {
  const { field, text, onLook, onClear, onKey } = props;
  useKeys(field, (event) => {
    if (isSummons(event)) {
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
  });
  return (
    <search class="search">
      <input
        ref={field}
        type="search"
        enterkeyhint="search"
        aria-label={props.label}
        aria-keyshortcuts="/ Control+F"
        placeholder={props.placeholder}
        data-most={LONGEST_SEARCH}
        spellcheck={false}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => onLook(currentTarget.value)}
        onKeyDown={(event) => {
          if (!event.isComposing && ["Enter", "Escape", "ArrowDown"].includes(event.key)) {
            event.preventDefault();
            onKey(event);
          }
        }}
      />
      {text === "" && (
        <span class="shortcut" aria-hidden="true">
          /
        </span>
      )}
      <output class="found">{props.tally}</output>
      {text !== "" && (
        <>
          {props.children}
          <button
            type="button"
            class="quiet square"
            aria-label="Clear the search"
            title="Clear (Escape)"
            onClick={() => {
              onClear();
              field.current?.focus();
            }}
          >
            <span aria-hidden="true">×</span>
          </button>
        </>
      )}
    </search>
  );
}
