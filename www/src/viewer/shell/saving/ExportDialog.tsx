/** The export dialog: what, as which format, how large that becomes; then progress and the outcome. */

import { bytes } from "@asdf-wasm/science/format/format";
import { proxy } from "comlink";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { ExportPlan } from "../../protocol/exports.ts";
import type { Progress } from "../../protocol/facts.ts";
import { ABORTED, problemOf } from "../../protocol/notices.ts";
import { ExportModel } from "../../state/saveJob.ts";
import type { Session } from "../../state/session.ts";
import { useModal } from "../../ui/dialog.ts";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { asks } from "./destination.ts";
import {
  type Exportable,
  type ExportFormat,
  exportables,
  FORMATS,
  isPicture,
  lastExport,
  lastFormats,
} from "./exports.ts";
import { NameField } from "./NameField.tsx";
import { PictureFields, SizeFields } from "./PictureFields.tsx";
import { makePicture, sizeOfPicture } from "./pictures.ts";
import styles from "./saving.css?inline";
import { openSink, type Sink, tooLarge } from "./sink.ts";

type State =
  | { readonly is: "choosing"; readonly problem?: string }
  | { readonly is: "writing"; readonly progress?: Progress }
  | { readonly is: "saved"; readonly sentence: string };

export function ExportDialog({ session }: { session: Session }) {
  const dialog = useModal(styles);
  const id = useId();
  const [state, setState] = useState<State>({ is: "choosing" });
  const all = useMemo(() => exportables(session), [session]);
  const [chosen, setChosen] = useState(
    () => all.find(({ name }) => name === "block" || name === lastExport.value) ?? all[0],
  );
  const [format, setFormat] = useState(() => formatFor(chosen));
  const [name, setName] = useState<string>();
  const plan = usePlan(session, chosen, format);
  const writing = useRef(new AbortController());
  const { wish } = session.model(ExportModel);

  useEffect(() => () => writing.current.abort(ABORTED), []);

  if (!chosen || !format) {
    return null;
  }
  const kind = FORMATS[format];
  const shownName = name ?? `${chosen.stem}${kind.extension}`;
  const isDrawn = chosen.picture !== undefined || chosen.chart !== undefined;
  const refused = isDrawn ? sizeOfPicture(chosen).problem : problemIn(plan);
  const problem = "problem" in state && state.problem ? state.problem : refused;

  const write = async (): Promise<void> => {
    const controller = new AbortController();
    writing.current = controller;
    lastExport.value = chosen.name;
    lastFormats.value = [format, ...formats().filter((other) => other !== format)].join(" ");
    let sink: Sink | undefined;
    try {
      sink = await openSink(nameWith(shownName, kind.extension), kind);
      if (!sink) {
        return;
      }
      setState({ is: "writing" });
      const size = await writeTo(sink, session, chosen, format, controller.signal, (progress) => {
        setState((state) => (state.is === "writing" ? { is: "writing", progress } : state));
      });
      setState({ is: "saved", sentence: `${await sink.close()}, ${bytes(size)}.` });
    } catch (cause) {
      await sink?.abort().catch(() => {});
      setState({ is: "choosing", problem: problemOf(cause) });
    }
  };

  /** The browser takes a promise of the picture: making it would outlast the permission of the click. */
  const copy = async (): Promise<void> => {
    const controller = new AbortController();
    writing.current = controller;
    setState({ is: "writing" });
    try {
      const picture = makePicture(chosen, "png", controller.signal);
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      setState({ is: "saved", sentence: `Copied a picture of ${bytes((await picture).size)}.` });
    } catch (cause) {
      setState({
        is: "choosing",
        problem: problemOf(cause) || "The browser does not allow this page to copy",
      });
    }
  };

  const submit = (event: Event): void => {
    event.preventDefault();
    if (state.is === "choosing") {
      void write();
    } else if (state.is === "saved") {
      dialog.current?.close();
    }
  };
  const busy = state.is === "writing";
  return (
    <dialog
      ref={dialog}
      class="saving exporting"
      aria-labelledby={id}
      onClose={() => {
        wish.value = undefined;
      }}
    >
      <form onSubmit={submit}>
        <h2 id={id}>Export</h2>
        {state.is === "choosing" && (
          <div class="save-fields">
            <label>
              <span>What</span>
              <select
                value={chosen.name}
                onChange={({ currentTarget }) => {
                  const next = all[currentTarget.selectedIndex];
                  setChosen(next);
                  setFormat(formatFor(next));
                  setName(undefined);
                  setState({ is: "choosing" });
                }}
              >
                {all.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </select>
              <p class="note">{chosen.detail}</p>
            </label>
            <fieldset class="formats">
              <legend>Format</legend>
              {chosen.formats.map((other) => (
                <label key={other}>
                  <input
                    type="radio"
                    name={`${id}-format`}
                    checked={other === format}
                    onChange={() => {
                      setFormat(other);
                      setName(undefined);
                      setState({ is: "choosing" });
                    }}
                  />
                  {FORMATS[other].label}
                </label>
              ))}
            </fieldset>
            {chosen.picture && <PictureFields live={chosen.picture} title={chosen.title ?? ""} />}
            {chosen.chart && <SizeFields />}
            <NameField value={shownName} onChange={setName} />
            {isDrawn ? <p class="note">{sizeOfPicture(chosen).sentence}</p> : <Planned plan={plan} />}
          </div>
        )}
        {busy && <ProgressBar label={`Writing ${shownName}`} progress={state.progress} />}
        {state.is === "saved" && <p role="status">{state.sentence}</p>}
        {problem && !busy && (
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
          {isDrawn && state.is === "choosing" && "ClipboardItem" in window && (
            <button type="button" disabled={refused !== undefined} onClick={() => void copy()}>
              Copy
            </button>
          )}
          {!busy && (
            <button type="submit" class="primary" disabled={state.is === "choosing" && refused !== undefined}>
              {state.is === "saved" ? "Close" : "Export"}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

/** Size and remarks of what would be written. */
function Planned({ plan }: { plan: Plan }) {
  if (plan === "asking" || plan.problem !== undefined) {
    return <p class="note">{plan === "asking" ? "…" : ""}</p>;
  }
  const { bytes: size, isEstimate, fetched, remarks } = plan;
  const sentences = [
    ...(size === undefined ? [] : [`${isEstimate ? "About " : ""}${bytes(size)}.`]),
    ...(fetched === undefined ? [] : [`Up to ${bytes(fetched)} are fetched for it.`]),
    ...remarks,
  ];
  return (
    <p class="note" role="status">
      {sentences.join(" ")}
    </p>
  );
}

type Plan = ExportPlan | "asking";

function problemIn(plan: Plan): string | undefined {
  return plan === "asking"
    ? undefined
    : (plan.problem ?? (plan.bytes === undefined ? undefined : tooLarge(plan.bytes, asks())));
}

/** Asks the worker what would be written. */
function usePlan(session: Session, chosen: Exportable | undefined, format: ExportFormat | undefined): Plan {
  const [plan, setPlan] = useState<Plan>("asking");
  useEffect(() => {
    setPlan("asking");
    if (chosen?.picture || chosen?.chart) {
      return;
    }
    if (chosen?.text !== undefined) {
      setPlan({ bytes: chosen.text.length, isEstimate: false, remarks: [] });
      return;
    }
    const job = format && chosen?.job(format);
    if (!job) {
      setPlan({
        isEstimate: true,
        remarks: ["With the rest of the tree; arrays beside it are cut the same way."],
      });
      return;
    }
    const controller = new AbortController();
    session
      .request(controller.signal, (worker) => worker.planExport(job))
      .then(setPlan, (cause) => {
        const problem = problemOf(cause);
        if (problem) {
          setPlan({ isEstimate: true, remarks: [], problem });
        }
      });
    return () => controller.abort(ABORTED);
  }, [chosen, format]);
  return plan;
}

/** Writes it; resolves to its size. */
async function writeTo(
  sink: Sink,
  session: Session,
  chosen: Exportable,
  format: ExportFormat,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<number> {
  const { cut, picture, chart, text, job: jobOf } = chosen;
  let size = 0;
  const onBytes = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    size += bytes.length;
    await sink.write(bytes);
  };
  const job = jobOf(format);
  if (job) {
    await session.request(signal, (worker, task) =>
      worker.exportTo(task, job, proxy(onBytes), proxy(onProgress)),
    );
  } else if (text !== undefined) {
    await onBytes(new TextEncoder().encode(text));
  } else if ((picture || chart) && isPicture(format)) {
    await pour(await makePicture(chosen, format, signal), onBytes, signal);
  } else if (cut) {
    const options = { compression: undefined, apart: asks() };
    const content = await session.request(signal, (worker, task) =>
      worker.cut(task, cut.node, cut.spans, options, proxy(onProgress)),
    );
    await pour(content, onBytes, signal);
  }
  return size;
}

async function pour(
  content: Blob,
  onBytes: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const reader = content.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    signal.throwIfAborted();
    await onBytes(part.value);
  }
}

/** The formats that were chosen before, the newest first. */
function formats(): string[] {
  return lastFormats.value.split(" ");
}

/** The format that was last chosen of those that there are. */
function formatFor(chosen: Exportable | undefined): ExportFormat | undefined {
  const known = formats().flatMap((name) => chosen?.formats.filter((format) => format === name) ?? []);
  return known[0] ?? chosen?.formats[0];
}

function nameWith(name: string, extension: string): string {
  return name.toLowerCase().endsWith(extension) ? name : `${name}${extension}`;
}
