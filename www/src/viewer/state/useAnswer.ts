/** Asks the worker about the node that is shown. A late answer about an earlier node is dropped. */
import { useEffect, useState } from "preact/hooks";
import type { TreeNode } from "../protocol/facts.ts";
import type { WorkerApi } from "../protocol/workerApi.ts";
import type { ViewProps } from "./view.ts";

/** Undefined until the answer has come. */
export function useAnswer<T>(
  { host, facts }: Pick<ViewProps, "host" | "facts">,
  question: (worker: WorkerApi) => Promise<T>,
): T | undefined {
  const [known, setKnown] = useState<{ readonly of: TreeNode; readonly answer: T | undefined }>();
  useEffect(() => {
    let isShown = true;
    void host.ask(question).then((answer) => isShown && setKnown({ of: facts, answer }));
    return () => {
      isShown = false;
    };
  }, [host, facts]);
  return known?.of === facts ? known.answer : undefined;
}
