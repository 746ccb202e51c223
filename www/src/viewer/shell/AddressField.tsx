/** A field for a file's address; an address that failed can be corrected or tried again. */
import { useState } from "preact/hooks";

interface AddressFieldProps {
  readonly failed: string | undefined;
  readonly onOpen: (url: string) => void;
}

export function AddressField({ failed, onOpen }: AddressFieldProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? failed ?? "";
  return (
    <form
      class="address"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") {
          onOpen(text.trim());
        }
      }}
    >
      <input
        type="text"
        data-first={failed !== undefined}
        inputMode="url"
        spellcheck={false}
        autocomplete="off"
        aria-label="Address of a file"
        placeholder="https://… or s3://…"
        value={text}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <button type="submit">{failed !== undefined && text === failed ? "Try again" : "Open"}</button>
    </form>
  );
}
