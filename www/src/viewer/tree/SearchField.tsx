/** The search over the tree: the field, the number of matches, going from one to the next, and their list. */
import { useRef } from "preact/hooks";
import { many } from "../format/format.ts";
import type { TreeSearch } from "../state/search.ts";
import { isWriting, useKeys } from "../ui/keys.ts";
import { SearchHits } from "./SearchHits.tsx";

export function SearchField({ search }: { search: TreeSearch }) {
  const field = useRef<HTMLInputElement>(null);
  const text = search.text.value;
  const none = search.count.value === 0;

  useKeys(field, (event) => {
    if (isSummons(event)) {
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
  });

  const focus = (role: "tree" | "listbox") =>
    field.current
      ?.closest(".side")
      ?.querySelector<HTMLElement>(`[role="${role}"]`)
      ?.focus({ preventScroll: true });
  const toTree = () => focus("tree");
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (event.isComposing || !["Enter", "Escape", "ArrowDown"].includes(key)) {
      return;
    }
    event.preventDefault();
    if (key === "Enter") {
      void search.next(event.shiftKey ? -1 : 1);
      return;
    }
    if (key === "Escape") {
      search.clear();
    }
    if (key === "ArrowDown" && !none) {
      focus("listbox");
    } else {
      toTree();
    }
  };

  return (
    <>
      <search class="search">
        <input
          ref={field}
          type="search"
          enterkeyhint="search"
          aria-label="Search keys and values"
          aria-keyshortcuts="/ Control+F"
          placeholder="Search keys and values"
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => void search.look(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {text === "" && (
          <span class="shortcut" aria-hidden="true">
            /
          </span>
        )}
        <output class="found">{text === "" ? "" : tally(search)}</output>
        {text !== "" && (
          <>
            <button
              type="button"
              class="quiet square"
              aria-label="Previous match"
              title="Previous match (Shift+Enter)"
              disabled={none}
              onClick={() => void search.next(-1)}
            >
              <span aria-hidden="true">↑</span>
            </button>
            <button
              type="button"
              class="quiet square"
              aria-label="Next match"
              title="Next match (Enter)"
              disabled={none}
              onClick={() => void search.next(1)}
            >
              <span aria-hidden="true">↓</span>
            </button>
            <button
              type="button"
              class="quiet square"
              aria-label="Clear the search"
              title="Clear (Escape)"
              onClick={() => {
                search.clear();
                field.current?.focus();
              }}
            >
              <span aria-hidden="true">×</span>
            </button>
          </>
        )}
      </search>
      {!none && <SearchHits search={search} onBack={() => field.current?.select()} onGone={toTree} />}
    </>
  );
}

/** `/` outside text fields, and Ctrl+F. */
function isSummons(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key === "/") {
    return !isWriting(event) && !ctrlKey && !metaKey && !altKey;
  }
  return key.toLowerCase() === "f" && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

function tally({ count, at, searching }: TreeSearch): string {
  const total = count.value;
  if (total === 0) {
    return searching.value ? "Searching…" : "No matches";
  }
  return at.value < 0
    ? many(total, "match", "matches")
    : `${at.value + 1} of ${total}${searching.value ? "…" : ""}`;
}
