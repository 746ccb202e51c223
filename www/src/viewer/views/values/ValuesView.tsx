/** The first elements of an array that is no image. */
import { useLayoutEffect, useState } from "preact/hooks";
import type { Cells } from "../../engine/protocol.ts";
import type { ViewProps } from "../registry.ts";

export function ValuesView({ session, facts }: ViewProps) {
  const [cells, setCells] = useState<Cells>();

  useLayoutEffect(() => {
    const read = async (): Promise<void> => {
      const failure = await session.read(async ({ connection, signal }) => {
        setCells(await connection.stoppable(signal, (task) => connection.engine.cells(task, facts.id)));
      });
      if (failure) {
        session.fail(failure);
      }
    };
    void read();
    return () => session.reading.clear();
  }, [session, facts]);

  if (!cells) {
    return null;
  }
  const { path, columns, rows, total } = cells;
  if (total === 0) {
    return (
      <div class="stage-note">
        <p>{path} has no elements.</p>
      </div>
    );
  }
  const caption = rows.length < total ? `first ${rows.length} of ${total}` : `${total} in all`;
  return (
    /* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keys. */
    <section class="cells" aria-label="Values" tabIndex={0}>
      <table>
        <caption>
          <span class="path">{path}</span> <span class="hint">{caption}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">index</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cellsOfRow, index) => (
            <tr key={index}>
              <th scope="row">{index}</th>
              {cellsOfRow.map((cell, column) => (
                <td key={columns[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
