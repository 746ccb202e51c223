/** What the file has to say of the node that is shown: never the answer about another, however late it comes. */
import { useEffect, useState } from "preact/hooks";
import type { Connection } from "../client/connection.ts";
import type { TreeNode } from "../protocol/protocol.ts";
import type { ViewProps } from "../views/registry.ts";

/** Undefined until it has come. */
export function useAnswer<T>(
  { session, facts }: ViewProps,
  ask: (engine: Connection["engine"]) => Promise<T>,
): T | undefined {
  const [answer, setAnswer] = useState<{ readonly of: TreeNode; readonly said: T | undefined }>();
  useEffect(() => {
    let isShown = true;
    void session.ask(ask).then((said) => isShown && setAnswer({ of: facts, said }));
    return () => {
      isShown = false;
    };
  }, [session, facts]);
  return answer?.of === facts ? answer.said : undefined;
}
