/** A tab without a file: all ways to open one. */

import { cut } from "@asdf-wasm/science/format/format";
import { Fragment } from "preact";
import { AddressField } from "./AddressField.tsx";
import { isShort } from "./tabs/address.ts";
import type { RecentFile, RecentFiles } from "./tabs/recent.ts";
import type { Tabs } from "./tabs/tabs.ts";

interface EmptyProps {
  readonly tabs: Tabs;
  readonly onPick: () => void;
  readonly onFolder: () => void;
  readonly onSample: (() => void) | undefined;
}

export function Empty({ tabs, onPick, onFolder, onSample }: EmptyProps) {
  const tab = tabs.shown.value;
  const recent = tabs.recent.value;
  const expected = tab.url === undefined ? tabs.expected.value : [];
  return (
    <section class="empty" part="empty" aria-label="Open a file">
      <div class="frame">
        <h2>Drop an ASDF or FITS file here</h2>
        <p>
          Its tree and its images open at once, those of Roman and JWST too. The file stays on this device.
        </p>
        {expected.length > 0 && (
          <p role="status">
            Open{" "}
            {expected.map(({ name, as = name }, i) => (
              <Fragment key={as}>
                {i > 0 && (i === expected.length - 1 ? " and " : ", ")}
                <bdi class="file-name">{as}</bdi>
              </Fragment>
            ))}{" "}
            again to see what was shown of {expected.length === 1 ? "it" : "them"}.
          </p>
        )}
        <p class="hint">If it refers to other files, drop them together, or their folder.</p>
        <div class="choices">
          <button type="button" class="primary" data-first={tab.url === undefined} onClick={onPick}>
            Choose a file
          </button>
          <button type="button" onClick={onFolder}>
            Choose a folder
          </button>
          <button
            type="button"
            title="A bucket, a folder of a web server, a record of Zenodo or Dataverse"
            onClick={() => {
              tabs.browsed.value = "";
            }}
          >
            Browse a bucket
          </button>
          {onSample && (
            <button type="button" onClick={onSample}>
              Open the sample
            </button>
          )}
        </div>
        <AddressField
          key={tab.id}
          failed={tab.url && isShort(tab.url) ? tab.url : undefined}
          onOpen={(url) => tabs.openAddress(url)}
        />
        {tab.url !== undefined && <AfterFailure url={tab.url} tabs={tabs} />}
        {recent && recent.all.value.length > 0 && (
          <Recent
            recent={recent}
            onOpen={({ url }) => (url === undefined ? onPick() : void tabs.open(url))}
          />
        )}
      </div>
    </section>
  );
}

/** What else can be done about an address that failed. */
function AfterFailure({ url, tabs }: { url: string; tabs: Tabs }) {
  if (isHere(url)) {
    return (
      <p class="hint">
        Addresses of other servers begin with https://. A file on this device has no address: choose it, or
        drop it here.
      </p>
    );
  }
  return (
    <p class="hint">
      If it is in a bucket that asks for keys,{" "}
      <button
        type="button"
        class="link"
        onClick={() => {
          tabs.browsed.value = url;
        }}
      >
        give them there
      </button>
      . If the server does not let this page read it, download the file and drop it here.
    </p>
  );
}

/** Whether an address leads to the page's own server, as all do that lack their beginning, and paths of a disk, or to a disk. */
function isHere(url: string): boolean {
  return (
    !/^(https?|s3|gs):/.test(url) || (URL.canParse(url) && new URL(url).origin === document.location.origin)
  );
}

function Recent({ recent, onOpen }: { recent: RecentFiles; onOpen: (file: RecentFile) => void }) {
  return (
    <section class="recent" aria-labelledby="recent">
      <header>
        <h3 id="recent">Recent</h3>
        <button type="button" class="quiet" onClick={() => recent.clear()}>
          Clear
        </button>
      </header>
      <ul>
        {recent.all.value.map((file) => (
          <li key={`${file.url} ${file.name}`}>
            <button
              type="button"
              class="quiet"
              title={file.url && cut(file.url)}
              onClick={() => onOpen(file)}
            >
              <bdi class="file-name">{cut(file.name)}</bdi>
              <span class="hint">
                {file.url === undefined ? "on this device: choose it again" : cut(file.url)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
