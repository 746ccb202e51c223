/** The fields for the keys of a bucket, and for its server. What is typed stays in them until it is given, and then in memory. */
import type { Given } from "@asdf-wasm/buckets/keys";
import type { ComponentChildren, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";

interface KeysFormProps {
  readonly given: Given;
  readonly onGive: (given: Given) => void;
  /** Further buttons. */
  readonly children?: ComponentChildren;
}

export function KeysForm({ given, onGive, children }: KeysFormProps) {
  const [complaint, setComplaint] = useState("");
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? "").trim() || undefined;
    const [accessKeyId, secretAccessKey] = [text("access"), text("secret")];
    if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
      setComplaint("An access key and its secret key go together: give both, or none for a public bucket");
      return;
    }
    const sessionToken = text("token");
    onGive({
      endpoint: text("endpoint"),
      region: text("region"),
      pathStyle: fields.has("path") || undefined,
      credentials:
        accessKeyId && secretAccessKey
          ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
          : undefined,
    });
  };
  return (
    <form class="place-keys" aria-label="Keys" autocomplete="off" onSubmit={submit}>
      <Field name="access" label="Access key" value={given.credentials?.accessKeyId} />
      <Field name="secret" label="Secret key" isSecret />
      <Field name="token" label="Session token, of keys that hold for a time" isSecret />
      <details open={given.endpoint !== undefined || given.region !== undefined}>
        <summary>Server, if it is not Amazon’s in us-east-1</summary>
        <Field name="endpoint" label="Endpoint" value={given.endpoint} placeholder="https://s3.example.org" />
        <Field name="region" label="Region" value={given.region} placeholder="us-east-1" />
        <label class="place-check">
          <input type="checkbox" name="path" defaultChecked={given.pathStyle} />
          The bucket is in the path of addresses
        </label>
      </details>
      <p class="hint">
        Keys stay in the memory of this page until it is closed, and sign requests to this server alone.
      </p>
      {complaint && (
        <p class="complaint" role="alert">
          {complaint}
        </p>
      )}
      <div class="place-buttons">
        {children}
        <button type="submit" class="primary">
          Use these
        </button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly value?: string | URL | undefined;
  readonly placeholder?: string;
  readonly isSecret?: boolean;
}

function Field({ name, label, value, placeholder, isSecret = false }: FieldProps) {
  const attributes = {
    name,
    placeholder,
    defaultValue: value === undefined ? "" : String(value),
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
  } as const;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: one of the two is in it.
    <label>
      <span>{label}</span>
      {isSecret ? <input type="password" {...attributes} /> : <input type="text" {...attributes} />}
    </label>
  );
}
