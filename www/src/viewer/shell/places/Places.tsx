/** The dialogs of places: the browser of one, and the question for new keys when those of an open file have expired. */
import { grouped, many } from "@asdf-wasm/science/format/format";
import { useEffect, useId, useMemo } from "preact/hooks";
import { useModal } from "../../ui/dialog.ts";
import { NoticeText } from "../../ui/NoticeText.tsx";
import type { Tabs } from "../tabs/tabs.ts";
import { Browser } from "./browser.ts";
import { KeysForm } from "./KeysForm.tsx";
import { type Expired, type Keyring, keyringOf } from "./keyring.ts";
import { PlaceRows } from "./PlaceRows.tsx";
import styles from "./places.css?inline";

export function Places({ tabs }: { tabs: Tabs }) {
  const ring = keyringOf(tabs);
  const [expired] = ring.expired.value;
  return (
    <>
      {tabs.browsed.value !== undefined && <BrowserDialog tabs={tabs} />}
      {expired && <ExpiredDialog key={expired.root} expired={expired} ring={ring} />}
    </>
  );
}

function BrowserDialog({ tabs }: { tabs: Tabs }) {
  const browser = useMemo(() => new Browser(tabs), [tabs]);
  useEffect(() => () => browser.stop(), [browser]);
  const dialog = useModal(styles);
  const id = useId();
  const { listing, found, problem, asksKeys } = browser;
  const close = () => {
    tabs.browsed.value = undefined;
  };
  return (
    <dialog ref={dialog} class="places" aria-labelledby={id} onClose={close}>
      <header>
        <h2 id={id}>Browse</h2>
        <button type="button" class="quiet square" aria-label="Close" onClick={() => dialog.current?.close()}>
          ×
        </button>
      </header>
      <AddressForm browser={browser} />
      {problem.value && (
        <NoticeText notice={{ severity: "error", code: "network", message: problem.value }} />
      )}
      {found.value && asksKeys.value ? (
        <KeysForm
          key={found.value.root}
          given={browser.keyring.of(found.value.root)}
          onGive={(given) => void browser.give(given)}
        >
          {listing.count.value > 0 && (
            <button
              type="button"
              onClick={() => {
                asksKeys.value = false;
              }}
            >
              Cancel
            </button>
          )}
        </KeysForm>
      ) : (
        found.value && <PlaceContent browser={browser} />
      )}
      {!found.value && <TableButton browser={browser} />}
    </dialog>
  );
}

function AddressForm({ browser }: { browser: Browser }) {
  const address = browser.address.value;
  return (
    <form
      class="place-address"
      onSubmit={(event) => {
        event.preventDefault();
        if (address.trim() !== "") {
          void browser.go(address.trim());
        }
      }}
    >
      <input
        type="text"
        inputMode="url"
        aria-label="Address of a place"
        placeholder="s3://bucket/prefix, https://…/folder/ or a DOI"
        autofocus
        autocomplete="off"
        spellcheck={false}
        value={address}
        onInput={({ currentTarget }) => {
          browser.address.value = currentTarget.value;
        }}
      />
      <button type="submit">Go</button>
    </form>
  );
}

/** What is in the place, and what can be done with it. */
function PlaceContent({ browser }: { browser: Browser }) {
  const { found, asksKeys, selected } = browser;
  const count = selected.value.size;
  return (
    <>
      <Tools browser={browser} />
      <PlaceRows browser={browser} />
      <footer>
        <Tally browser={browser} />
        {found.value?.takesKeys && (
          <button
            type="button"
            onClick={() => {
              asksKeys.value = true;
            }}
          >
            Keys…
          </button>
        )}
        <TableButton browser={browser} />
        <button type="button" class="primary" disabled={count === 0} onClick={() => browser.openSelected()}>
          {count > 1 ? `Open ${many(count, "file")}` : "Open"}
        </button>
      </footer>
    </>
  );
}

/** Opens the folder, with all its files, as one. */
function TableButton({ browser }: { browser: Browser }) {
  return browser.isTable.value ? (
    <button
      type="button"
      title="A catalogue of HATS, or Parquet files with the same columns"
      onClick={() => browser.openTable()}
    >
      Open as one table
    </button>
  ) : null;
}

/** Going up, searching, and everything below at once. */
function Tools({ browser }: { browser: Browser }) {
  const { listing, isDeep } = browser;
  return (
    <div class="place-tools">
      <button type="button" disabled={browser.folder === ""} onClick={() => browser.up()}>
        Up
      </button>
      <input
        type="search"
        aria-label="Find names"
        placeholder="Find names"
        autocomplete="off"
        spellcheck={false}
        value={listing.arrangement.value.find}
        onInput={({ currentTarget }) => {
          browser.at.value = 0;
          void listing.arrange({ find: currentTarget.value });
        }}
      />
      <label class="place-check">
        <input
          type="checkbox"
          checked={isDeep.value}
          onChange={({ currentTarget }) => void browser.deepen(currentTarget.checked)}
        />
        Files in all folders
      </label>
    </div>
  );
}

/** How many there are, and whether that is all. */
function Tally({ browser }: { browser: Browser }) {
  const { listing } = browser;
  const [count, shown, state] = [listing.count.value, listing.shown.value.length, listing.state.value];
  const all = state === "more" ? `${grouped(count)} read, and there are more` : grouped(count);
  const words = {
    reading: `reading: ${grouped(count)} so far`,
    more: all,
    whole: count === 0 ? "Nothing is here" : many(count, "file or folder", "files and folders"),
    failed: count === 0 ? "" : `${grouped(count)} read before this went wrong`,
  };
  return (
    <>
      <output class="place-tally">
        {words[state]}
        {listing.arrangement.value.find !== "" && `; ${grouped(shown)} found`}
      </output>
      {state === "reading" && (
        <button type="button" onClick={() => listing.pause()}>
          Stop
        </button>
      )}
      {(state === "more" || (state === "failed" && count > 0)) && (
        <button type="button" onClick={() => void browser.goOn()}>
          {state === "more" ? "Read on" : "Read again"}
        </button>
      )}
    </>
  );
}

function ExpiredDialog({ expired, ring }: { expired: Expired; ring: Keyring }) {
  const dialog = useModal(styles);
  const id = useId();
  return (
    <dialog ref={dialog} class="places narrow" aria-labelledby={id} onClose={() => expired.settle()}>
      <h2 id={id}>The keys have expired</h2>
      <p>
        What is being read from <bdi>{expired.root}</bdi> waits for new ones, and goes on with them.
      </p>
      <KeysForm given={ring.of(expired.root)} onGive={expired.settle}>
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </KeysForm>
    </dialog>
  );
}
