/** The open file as it was saved: by the page's host over itself, or to a place that was chosen, which may be its own. */
import { computed, signal } from "@preact/signals";
import type { EditState } from "../../protocol/edits.ts";
import type { FolderFile, Notice, ViewerSource } from "../../protocol/facts.ts";
import type { HostFile } from "../../protocol/host.ts";
import type { Place } from "../linking.ts";
import type { SaveJob } from "../saveJob.ts";
import { isGone, isHosted, setOf } from "../source.ts";

/** What saving needs of the session. */
interface SavingHost {
  readonly noteSaved: () => Promise<EditState | undefined>;
  readonly become: (state: EditState) => void;
  readonly place: () => Place | undefined;
  readonly isFits: () => boolean;
  readonly main: () => string;
  readonly open: (source: ViewerSource, place: Place | undefined) => Promise<unknown>;
  readonly note: (notice: Notice) => void;
}

export class Saving {
  /** What the dialog offers while it is open. */
  readonly job = signal<SaveJob | undefined>(undefined);
  /** The file, if the page's host reads it. */
  readonly #hosted = signal<HostFile | undefined>(undefined);
  /** Whether the page's host writes over the file: never over FITS, which is saved as ASDF. */
  readonly isInPlace = computed(() => this.#hosted.value?.save !== undefined && !this.#host.isFits());
  /** The files opened together. */
  files: readonly FolderFile[] = [];
  readonly #host: SavingHost;

  constructor(host: SavingHost) {
    this.#host = host;
  }

  /** A source is being opened. */
  begin(source: ViewerSource): void {
    const set = setOf(source);
    this.files = typeof set === "object" && "files" in set ? set.files : [];
    this.#hosted.value = isHosted(source) ? source : undefined;
  }

  clear(): void {
    this.job.value = undefined;
    this.#hosted.value = undefined;
  }

  /** The file has been saved as it is now. */
  async done(): Promise<void> {
    const state = await this.#host.noteSaved();
    if (state) {
      this.#host.become(state);
    }
  }

  /** Has the page's host write over the file, and opens it again. */
  async overwrite(content: Blob): Promise<void> {
    const hosted = this.#hosted.peek();
    await hosted?.save?.(content);
    await this.done();
    if (hosted) {
      await this.#host.open(hosted, this.#host.place());
    }
  }

  /** Opens the saved file if it overwrote the open one, which can then no longer be read. */
  async reopenReplaced(saved: File): Promise<void> {
    const source = this.files.find(({ path }) => path === this.#host.main())?.file;
    if (source && (await isGone(source))) {
      await this.#host.open(saved, this.#host.place());
      const message = `the file that was open was replaced: ${saved.name} is shown as it was saved`;
      this.#host.note({ severity: "warning", code: "replaced", message });
    }
  }
}
