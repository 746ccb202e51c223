/** Facts with their names. Those that are undefined are left out. */

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
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
