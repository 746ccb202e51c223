/** While a file is being opened: how far it is, and a way out. */
import type { Session } from "../session.ts";
import { ProgressBar } from "./ProgressBar.tsx";

export function Opening({ session }: { session: Session }) {
  return (
    <section class="opening" aria-label="Opening">
      <ProgressBar label={`Opening ${session.name.value}`} progress={session.progress.value} />
      <button type="button" onClick={() => session.close()}>
        Cancel
      </button>
    </section>
  );
}
