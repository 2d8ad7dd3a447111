import { onSupervisorGone } from "../config/supervisor-gone.ts";

/**
 * Aborts when this process is to end: SIGTERM, SIGINT, or its supervisor is gone (nobody would start it again, and nobody else may be
 * running either). What is still running `patience` ms later is left to its lease.
 */
export const stopSignal = (patience: number, reason?: unknown): AbortSignal => {
  const stopping = new AbortController();
  const stop = (): void => {
    if (stopping.signal.aborted) return;
    setTimeout(() => process.exit(0), patience).unref();
    stopping.abort(reason);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  onSupervisorGone(stop);
  return stopping.signal;
};
