/** Facts with their names. Those that are undefined are left out. */
import { cut } from "@asdf-wasm/science/format/format";

interface FactListProps {
  readonly class?: string;
  readonly facts: readonly (readonly [name: string, value: string | undefined, from?: string])[];
}

export function FactList({ class: kind, facts }: FactListProps) {
  return (
    <dl class={kind}>
      {facts.map(
        ([name, value, from]) =>
          value !== undefined && (
            <div key={name} class="fact">
              <dt>{cut(name)}</dt>
              <dd title={from && cut(from)}>{cut(value)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
