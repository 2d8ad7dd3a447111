import { useNotify } from "ra-core";
import { useEffect } from "react";
import { isSkipped } from "../api/api-error.ts";

type Failure = { error: unknown; errorUpdatedAt: number };

/**
 * Shows a toast each time a read fails, unless the user sees the error elsewhere. `duration`: ms, by default that of
 * all toasts.
 */
export const useFailureToast = ({ error, errorUpdatedAt }: Failure, sentence: string, duration?: number): void => {
  const notify = useNotify();
  useEffect(() => {
    if (error === null || isSkipped(error) || errorUpdatedAt === 0) return;
    notify(sentence, { type: "error", ...(duration === undefined ? {} : { autoHideDuration: duration }) });
  }, [error, errorUpdatedAt, sentence, duration, notify]);
};
