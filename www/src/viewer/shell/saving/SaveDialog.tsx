/** The save dialog: name and compression, progress, and the outcome. */

import { bytes } from "@asdf-wasm/science/format/format";
import type { CompressionName } from "asdf-wasm";
import { proxy } from "comlink";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Progress } from "../../protocol/facts.ts";
import { ABORTED, problemOf } from "../../protocol/notices.ts";
import type { SaveJob } from "../../state/saveJob.ts";
import type { Session } from "../../state/session.ts";
import { useModal } from "../../ui/dialog.ts";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { asks, isTooLate, keep } from "./destination.ts";
import { NameField } from "./NameField.tsx";
import styles from "./saving.css?inline";

const COMPRESSIONS: readonly (readonly [name: CompressionName | "stored", label: string])[] = [
  ["stored", "As stored"],
  ["none", "None"],
  ["lz4", "lz4: fast"],
  ["zlib", "zlib: read everywhere"],
  ["zstd", "zstd"],
  ["bzp2", "bzp2"],
  ["xz", "xz: small and slow"],
  ["blsc", "blsc: Blosc"],
  ["bls2", "bls2: Blosc2"],
];

type State =
  | { readonly is: "choosing"; readonly problem?: string }
  | { readonly is: "writing"; readonly progress?: Progress }
  | { readonly is: "written"; readonly content: Blob; readonly problem?: string }
  | { readonly is: "saved"; readonly sentence: string };

export function SaveDialog({ session, job }: { session: Session; job: SaveJob }) {
  const dialog = useModal(styles);
  const id = useId();
  const [state, setState] = useState<State>({ is: job.put ? "writing" : "choosing" });
  const [name, setName] = useState(job.name);
  const [compression, setCompression] = useState<CompressionName | "stored">("stored");
  const writing = useRef(new AbortController());

  useEffect(() => {
    if (job.put) {
      void write();
    }
    return () => writing.current.abort(ABORTED);
  }, []);

  const put = async (content: Blob): Promise<void> => {
    if (isTooLate() && !job.put) {
      setState({ is: "written", content });
      return;
    }
    try {
      if (job.put) {
        await job.put(content);
        return;
      }
      const kept = await keep(content, nameWith(name, job.kind.extension), job.kind);
      if (!kept) {
        setState({ is: "written", content });
        return;
      }
      const done = kept.file ? "Saved" : "Downloaded";
      setState({ is: "saved", sentence: `${done} as ${kept.name}, ${bytes(content.size)}.` });
      if (job.whole) {
        await session.saving.done();
      }
      if (kept.file) {
        await session.saving.reopenReplaced(kept.file);
      }
    } catch (cause) {
      setState({
        is: "written",
        content,
        problem: `This location cannot be written to: ${problemOf(cause)}`,
      });
    }
  };

  const write = async (): Promise<void> => {
    const controller = new AbortController();
    writing.current = controller;
    setState({ is: "writing" });
    const onProgress = (progress: Progress) => {
      if (!controller.signal.aborted) {
        setState((state) => (state.is === "writing" ? { is: "writing", progress } : state));
      }
    };
    const options = {
      compression: compression === "stored" ? undefined : compression,
      apart: job.put !== undefined || asks(),
    };
    try {
      const content = await session.request(controller.signal, (worker, task) =>
        job.write(worker, task, options, proxy(onProgress)),
      );
      await put(content);
    } catch (cause) {
      setState({ is: "choosing", problem: problemOf(cause) });
    }
  };

  const submit = (event: Event): void => {
    event.preventDefault();
    if (state.is === "choosing") {
      void write();
    } else if (state.is === "written") {
      void put(state.content);
    } else if (state.is === "saved") {
      dialog.current?.close();
    }
  };
  const problem = "problem" in state ? state.problem : undefined;
  const busy = state.is === "writing";
  return (
    <dialog
      ref={dialog}
      class="saving"
      aria-labelledby={id}
      onClose={() => {
        session.saving.job.value = undefined;
      }}
    >
      <form onSubmit={submit}>
        <h2 id={id}>{job.title}</h2>
        {state.is === "choosing" && (
          <div class="save-fields">
            {!job.put && <NameField value={name} onChange={setName} />}
            <label>
              <span>Compression</span>
              <select
                value={compression}
                onChange={({ currentTarget }) => {
                  const [chosen] = COMPRESSIONS[currentTarget.selectedIndex] ?? [compression];
                  setCompression(chosen);
                }}
              >
                {COMPRESSIONS.map(([name, label]) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          </div>
        )}
        {state.is === "writing" && <ProgressBar label={`Writing ${name}`} progress={state.progress} />}
        {state.is === "written" && <p role="status">{bytes(state.content.size)} are ready to be saved.</p>}
        {state.is === "saved" && <p role="status">{state.sentence}</p>}
        {problem && (
          <p class="complaint" role="alert">
            {problem}
          </p>
        )}
        <div class="buttons">
          {state.is !== "saved" && (
            <button
              type="button"
              onClick={() => (busy ? writing.current.abort(ABORTED) : dialog.current?.close())}
            >
              Cancel
            </button>
          )}
          {!busy && (
            <button type="submit" class="primary">
              {
                { choosing: "Save", written: job.put ? "Save again" : "Choose where…", saved: "Close" }[
                  state.is
                ]
              }
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

/** The name with the extension of its kind. */
function nameWith(name: string, extension: string): string {
  return name.toLowerCase().endsWith(extension) ? name : `${name}${extension}`;
}
