/** The field of a search, which `/` and Ctrl+F lead to, with what it found and a button that clears it. */
import type { ComponentChildren, RefObject } from "preact";
import { ariaKey, obey } from "../ui/commands.ts";
import { LONGEST_SEARCH, useKeys } from "../ui/keys.ts";
import { SEARCH, SEARCH_KEYS, type Searching } from "./keys.ts";

interface SearchBoxProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  /** How many matches there are, in words. */
  readonly tally: string;
  readonly onLook: (text: string) => void;
  readonly onClear: () => void;
  readonly keys: Searching;
  /** Buttons beside the one that clears. */
  readonly children?: ComponentChildren;
}

export function SearchBox(props: SearchBoxProps) {
  const { field, text, onLook, onClear, keys } = props;
  useKeys(field, (event) => {
    obey([SEARCH], field.current, event);
  });
  return (
    <search class="search">
      <input
        ref={field}
        type="search"
        enterkeyhint="search"
        aria-label={props.label}
        aria-keyshortcuts={SEARCH.keys.map(ariaKey).join(" ")}
        placeholder={props.placeholder}
        data-most={LONGEST_SEARCH}
        spellcheck={false}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => onLook(currentTarget.value)}
        onKeyDown={(event) => {
          if (!event.isComposing) {
            obey(SEARCH_KEYS, keys, event);
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
