/** Why nothing was measured, and the way to read a great deal from a server. */
import type { Notice } from "../../../protocol/facts.ts";
import type { ViewHost } from "../../../state/view.ts";
import { MeasuredModel } from "./measuredModel.ts";

interface ProblemProps {
  readonly host: ViewHost;
  readonly region: number;
  readonly problem: Notice | undefined;
}

export function Problem({ host, region, problem }: ProblemProps) {
  if (!problem) {
    return null;
  }
  return (
    <div class="problem" role="status">
      <p class="hint">{problem.message}</p>
      {problem.code === "much-to-read" && (
        <button
          type="button"
          onClick={() => {
            host.model(MeasuredModel).allowed.value = region;
          }}
        >
          Read it
        </button>
      )}
    </div>
  );
}
