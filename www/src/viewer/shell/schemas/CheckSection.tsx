/** The check of the file against schemas: what it found, and the schemas of one's own that it uses. */

import { cut, grouped, many, plainly } from "@asdf-wasm/science/format/format";
import { useRef } from "preact/hooks";
import type { Checked, CheckedProblem } from "../../protocol/schemas.ts";
import { CheckModel } from "../../state/schemas/checkModel.ts";
import { addSchemas, removeSchema } from "../../state/schemas/own.ts";
import type { Session } from "../../state/session.ts";
import { picked } from "../arriving/arrivals.ts";

/** Problems beyond this many are only counted. */
const SHOWN = 200;

export function CheckSection({ session }: { session: Session }) {
  const model = session.model(CheckModel);
  const { isChecking, progress, checked, failure } = model;
  const { loaded = 0, total } = progress.value ?? {};
  return (
    <section aria-label="Schemas">
      <h3>Schemas</h3>
      <div class="verification">
        {isChecking.value ? (
          <>
            <progress aria-label="Checking the file" value={total ? loaded : undefined} max={total} />
            <span class="number">{total ? `${grouped(loaded)} of ${many(total, "node")}` : ""}</span>
            <button type="button" onClick={() => model.cancel()}>
              Cancel
            </button>
          </>
        ) : (
          <>
            <button type="button" onClick={() => void model.check()}>
              Check this file
            </button>
            <output>{checked.value && verdict(checked.value, session.editing.state.value.isChanged)}</output>
          </>
        )}
      </div>
      {failure.value && (
        <p class="complaint" role="alert">
          {cut(failure.value)}
        </p>
      )}
      {checked.value && <Found checked={checked.value} session={session} />}
      <Own model={model} />
    </section>
  );
}

function verdict({ count, warnings }: Checked, isChanged: boolean): string {
  const found = count === 0 ? "Valid" : many(count, "problem");
  const unsaved = isChanged ? ", with the edits that are not saved" : "";
  return `${found}${warnings.length === 0 ? "" : `, ${many(warnings.length, "warning")}`}${unsaved}`;
}

function Found({ checked, session }: { checked: Checked; session: Session }) {
  const { problems, count, warnings } = checked;
  const shown = problems.slice(0, SHOWN);
  return (
    <>
      <ul class="problems" aria-label="Problems">
        {shown.map((problem, index) => (
          <Problem key={index} problem={problem} session={session} />
        ))}
      </ul>
      {count > shown.length && <p class="hint">and {many(count - shown.length, "more problem")}</p>}
      <ul class="warnings" aria-label="Not checked">
        {warnings.slice(0, SHOWN).map((warning) => (
          <li key={warning} class="notice warning">
            <p>{cut(warning)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Problem({ problem, session }: { problem: CheckedProblem; session: Session }) {
  const { path, node, message, keyword, schema, expected, causes } = problem;
  const where = cut(path) || "root";
  const go = async (id: number) => {
    session.side.value = "contents";
    await session.reveal(id);
    session.show(id);
  };
  return (
    <li>
      {node === undefined ? (
        <span class="path">{where}</span>
      ) : (
        <button type="button" class="link path" onClick={() => void go(node)}>
          {where}
        </button>
      )}
      <p class="complaint">{cut(message)}</p>
      <p class="hint">
        {keyword}: {cut(plainly([expected]).slice(1, -1))}
        {schema && `, in ${schema}`}
      </p>
      {causes.length > 0 && (
        <details class="hint">
          <summary>{many(causes.length, "reason")}</summary>
          <ul>
            {causes.slice(0, SHOWN).map((cause, index) => (
              <li key={index}>{cut(`${cause.path || "root"}: ${cause.message}`)}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function Own({ model }: { model: CheckModel }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      {model.own.value.length > 0 && (
        <ul class="own-schemas" aria-label="Schemas of your own">
          {model.own.value.map(({ path, id, problem, isUsed }) => (
            <li key={path}>
              <span class="path" title={path}>
                {cut(id ?? path)}
              </span>
              <button
                type="button"
                class="quiet square"
                aria-label={`Remove ${path}`}
                title="Remove"
                onClick={() => removeSchema(path)}
              >
                <span aria-hidden="true">×</span>
              </button>
              {problem && <p class={isUsed ? "hint" : "complaint"}>{cut(problem)}</p>}
            </li>
          ))}
        </ul>
      )}
      <button type="button" class="link" onClick={() => picker.current?.click()}>
        Add a schema…
      </button>
      <p class="hint">or drop YAML files, or a folder with manifests and schemas, on the page</p>
      <input
        ref={picker}
        type="file"
        accept=".yaml,.yml,.json"
        multiple
        hidden
        aria-label="Schemas"
        onChange={({ currentTarget }) => {
          addSchemas(picked(currentTarget.files ?? []));
          currentTarget.value = "";
        }}
      />
    </>
  );
}
