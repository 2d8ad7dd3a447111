import { useCallback, useState } from "react";
import { useDrafts } from "../use-drafts.ts";

const messageDraft = "message";

/** Keeps the message to support beyond page and tab until it is sent. */
export const useMessageDraft = () => {
  const drafts = useDrafts();
  const [message, setMessage] = useState(() => {
    const kept = drafts.read(messageDraft);
    return typeof kept === "string" ? kept : "";
  });
  const change = useCallback(
    (next: string) => {
      setMessage(next);
      if (next === "") drafts.forget(messageDraft);
      else drafts.store(messageDraft, next);
    },
    [drafts],
  );
  return [message, change] as const;
};
