import { useEffect, useRef, useState } from "react";
import { ApiError, getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { useServices } from "../../services.tsx";
import { type CollectedFiles, collectFiles } from "./collect-files.ts";

/** `problem`: of the input; `failure`: any other error, worth a retry. */
export type FindState =
  | { kind: "none" }
  | { kind: "looking"; asked: string; gathered: CollectedFiles }
  | { kind: "found"; asked: string; gathered: CollectedFiles }
  | { kind: "problem"; message: string }
  | { kind: "failure"; asked: string; message: string };

const nothing: CollectedFiles = { files: [], looked: 0, of: 0 };

/**
 * Finds the recipients of a customer's data, step by step. Keeps the customer's name in memory only: no cache and no
 * storage has it.
 */
export const useFindReceivers = () => {
  const { api } = useServices();
  const [state, setState] = useState<FindState>({ kind: "none" });
  const asking = useRef<AbortController | null>(null);
  const stop = () => asking.current?.abort();
  useEffect(() => () => asking.current?.abort(), []);

  const ask = async (customer: string): Promise<void> => {
    stop();
    const asks = new AbortController();
    asking.current = asks;
    const { signal } = asks;
    let gathered = nothing;
    setState({ kind: "looking", asked: customer, gathered });
    try {
      await collectFiles(
        (Continuation) => api.findReceivers({ Customer: customer, Continuation }, signal),
        (soFar) => {
          gathered = soFar;
          if (!signal.aborted) setState({ kind: "looking", asked: customer, gathered });
        },
      );
      if (!signal.aborted) setState({ kind: "found", asked: customer, gathered });
    } catch (error) {
      if (signal.aborted) return;
      if (isSkipped(error)) return setState({ kind: "none" });
      const isTyped = error instanceof ApiError && error.status === 400;
      const message = getErrorMessage(error);
      setState(isTyped ? { kind: "problem", message } : { kind: "failure", asked: customer, message });
    }
  };
  const clear = () => {
    stop();
    setState({ kind: "none" });
  };
  return { state, ask, clear };
};
