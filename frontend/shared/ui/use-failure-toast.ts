import { useNotify } from "ra-core";
import { useEffect } from "react";
import { isSkipped } from "../api/api-error.ts";

type Failure = { error: unknown; errorUpdatedAt: number };

/**
 * Says a sentence in a toast each time that reading fails, and nothing of what the user was told elsewhere.
 * `duration` in milliseconds, that of all toasts unless given.
 */
export const useFailureToast = ({ error, errorUpdatedAt }: Failure, sentence: string, duration?: number): void => {
  const notify = useNotify();
  useEffect(() => {
    if (error === null || isSkipped(error) || errorUpdatedAt === 0) return;
    notify(sentence, { type: "error", ...(duration === undefined ? {} : { autoHideDuration: duration }) });
  }, [error, errorUpdatedAt, sentence, duration, notify]);
};
