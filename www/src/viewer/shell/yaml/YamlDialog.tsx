/** Editing the whole tree as YAML. */

import { cut, withoutLine } from "@asdf-wasm/science/format/format";
import type { EditorView } from "@codemirror/view";
import { useEffect, useRef, useState } from "preact/hooks";
import { problemOf } from "../../protocol/notices.ts";
import { ownSchemas } from "../../state/schemas/own.ts";
import type { Session } from "../../state/session.ts";
import { useModal } from "../../ui/dialog.ts";
import { editorIn, type Mark } from "./editor.ts";
import styles from "./yaml.css?inline";

/** What is wrong with a text: that it cannot be read, or what schemas do not allow. */
async function marksIn(session: Session, text: string): Promise<readonly Mark[]> {
  const problem = await session.ask((worker) => worker.edit.checkYaml(text));
  if (problem) {
    return [problem];
  }
  const own = ownSchemas.peek();
  const problems = await session.ask((worker) => worker.schema.checkText({ text, own }));
  return (problems ?? []).map(({ path, message, line = 1 }) => ({
    line,
    message: path === "" ? message : `${path}: ${message}`,
  }));
}

export function YamlDialog({ session }: { session: Session }) {
  const dialog = useModal(styles);
  const area = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  /** The text when the editor opened. */
  const before = useRef("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(true);
  const close = () => {
    session.editing.asText.value = false;
  };

  useEffect(() => {
    let isShown = true;
    void session
      .ask((worker) => worker.edit.yaml())
      .then((text) => {
        if (!isShown || !area.current) {
          return;
        }
        if (text === undefined) {
          close();
          return;
        }
        editor.current = editorIn(
          area.current,
          text,
          (typed) => marksIn(session, typed),
          () => setProblem(""),
        );
        before.current = editor.current.state.doc.toString();
        editor.current.focus();
        setBusy(false);
      });
    return () => {
      isShown = false;
      editor.current?.destroy();
    };
  }, [session]);

  const apply = async (): Promise<void> => {
    setBusy(true);
    try {
      await session.editing.apply(editor.current?.state.doc.toString() ?? "");
      const root = dialog.current?.getRootNode();
      dialog.current?.close();
      if (root instanceof ShadowRoot) {
        root.querySelector<HTMLElement>('[role="tree"]')?.focus();
      }
    } catch (cause) {
      // The editor marks the line itself, and counts lines from the header on.
      setProblem(withoutLine(problemOf(cause)));
      setBusy(false);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="yaml"
      aria-labelledby="yaml-title"
      onCancel={(event) => event.preventDefault()}
      onClose={close}
      onKeyDown={(event) => {
        event.stopPropagation();
        // Escape first closes the editor's own panels, and never discards what was typed. It is prevented here because
        // browsers let `cancel` be prevented only once.
        if (event.key === "Escape" && !event.defaultPrevented) {
          event.preventDefault();
          if (editor.current?.state.doc.toString() === before.current) {
            dialog.current?.close();
          }
        }
      }}
    >
      <header>
        <h2 id="yaml-title">{session.name.value} as YAML</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button type="button" class="primary" disabled={busy} onClick={() => void apply()}>
          Apply
        </button>
      </header>
      {problem && (
        <p class="complaint" role="alert">
          {cut(problem)}
        </p>
      )}
      <div ref={area} class="yaml-room" />
    </dialog>
  );
}
