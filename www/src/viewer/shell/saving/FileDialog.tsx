/** What the dialogs that write a file share: fields to choose, then progress, the outcome, and buttons. */

import { bytes } from "@asdf-wasm/science/format/format";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Progress } from "../../protocol/facts.ts";
import { ABORTED } from "../../protocol/notices.ts";
import { useModal } from "../../ui/dialog.ts";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import styles from "./saving.css?inline";

type State =
  | { readonly is: "choosing"; readonly problem?: string }
  | { readonly is: "writing"; readonly progress?: Progress }
  | { readonly is: "written"; readonly content: Blob; readonly problem?: string }
  | { readonly is: "saved"; readonly sentence: string };

/** The state of such a dialog. Its writing ends with it. */
export function useWriting(is: "choosing" | "writing" = "choosing") {
  const [state, setState] = useState<State>({ is });
  const writing = useRef(new AbortController());
  const stop = () => writing.current.abort(ABORTED);
  useEffect(() => stop, []);
  /** For the next writing: its signal, and what shows how far it is. */
  const next = () => {
    writing.current = new AbortController();
    const { signal } = writing.current;
    const onProgress = (progress: Progress): void => {
      if (!signal.aborted) {
        setState((state) => (state.is === "writing" ? { is: "writing", progress } : state));
      }
    };
    return { signal, onProgress };
  };
  return { state, setState, next, stop };
}

interface FileDialogProps {
  readonly title: string;
  readonly look?: "exporting";
  /** The name of the file. */
  readonly name: string;
  readonly writing: ReturnType<typeof useWriting>;
  /** Why what is chosen cannot be written. */
  readonly refused?: string | undefined;
  /** What its main button says while something is chosen, and once it is written. */
  readonly action: string;
  readonly again?: string;
  readonly onWrite: () => void;
  readonly onPut?: (content: Blob) => void;
  readonly onClose: () => void;
  readonly buttons?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function FileDialog(props: FileDialogProps) {
  const { title, look = "", name, refused, action, again = action } = props;
  const { state, stop } = props.writing;
  const dialog = useModal(styles);
  const id = useId();
  const submit = (event: Event): void => {
    event.preventDefault();
    if (state.is === "choosing") {
      props.onWrite();
    } else if (state.is === "written") {
      props.onPut?.(state.content);
    } else if (state.is === "saved") {
      dialog.current?.close();
    }
  };
  const busy = state.is === "writing";
  const problem = ("problem" in state && state.problem) || refused;
  return (
    <dialog ref={dialog} class={`saving ${look}`} aria-labelledby={id} onClose={props.onClose}>
      <form onSubmit={submit}>
        <h2 id={id}>{title}</h2>
        {state.is === "choosing" && <div class="save-fields">{props.children}</div>}
        {busy && <ProgressBar label={`Writing ${name}`} progress={state.progress} />}
        {state.is === "written" && <p role="status">{bytes(state.content.size)} are ready to be saved.</p>}
        {state.is === "saved" && <p role="status">{state.sentence}</p>}
        {problem && !busy && (
          <p class="complaint" role="alert">
            {problem}
          </p>
        )}
        <div class="buttons">
          {state.is !== "saved" && (
            <button type="button" onClick={() => (busy ? stop() : dialog.current?.close())}>
              Cancel
            </button>
          )}
          {state.is === "choosing" && props.buttons}
          {!busy && (
            <button type="submit" class="primary" disabled={state.is === "choosing" && refused !== undefined}>
              {{ choosing: action, written: again, saved: "Close" }[state.is]}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

/** The name with the extension of its kind. */
export function nameWith(name: string, extension: string): string {
  return name.toLowerCase().endsWith(extension) ? name : `${name}${extension}`;
}
