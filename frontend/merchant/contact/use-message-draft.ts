import { useCallback, useState } from "react";
import { keepDraft, readDraft } from "./message-draft.ts";

/** The message as state that outlives a reload of the tab. */
export const useMessageDraft = (accountId: string) => {
  const [message, setMessage] = useState(() => readDraft(window.sessionStorage, accountId));
  const change = useCallback(
    (next: string) => {
      setMessage(next);
      keepDraft(window.sessionStorage, accountId, next);
    },
    [accountId],
  );
  return [message, change] as const;
};
