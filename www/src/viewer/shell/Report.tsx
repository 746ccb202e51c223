/** What to put into a report of a problem, to be read and copied. */
import { useMemo, useState } from "preact/hooks";
import { reportOf } from "./report.ts";
import type { Tabs } from "./tabs/tabs.ts";

export function Report({ tabs }: { tabs: Tabs }) {
  const text = useMemo(() => reportOf(tabs), [tabs]);
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("The browser does not allow this page to copy: select the text");
    }
  };
  return (
    <details
      class="report"
      onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView({ block: "end" })}
    >
      <summary>Report a problem</summary>
      <p>
        Put this into the report. It says what the viewer runs on and what is open by size and type, without
        names, addresses and data.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <pre tabIndex={0}>{text}</pre>
      <button type="button" onClick={() => void copy()}>
        Copy
      </button>{" "}
      <output>{said}</output>
    </details>
  );
}
