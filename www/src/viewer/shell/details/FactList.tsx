/** Facts with their names. Those that are undefined are left out. */
import { cut } from "../../format/format.ts";

interface FactListProps {
  readonly class?: string;
  readonly facts: readonly (readonly [name: string, value: string | undefined])[];
}

export function FactList({ class: kind, facts }: FactListProps) {
  return (
    <dl class={kind}>
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name} class="fact">
              <dt>{cut(name)}</dt>
              <dd>{cut(value)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
