import { onSupervisorGone } from "#infra/config/supervisor-gone.ts";

/**
 * Aborts when this process is to end: SIGTERM, SIGINT, or its supervisor is gone (nobody would start it again, and nobody else may be
 * running either). What is still running `patience` ms later is left to its lease. `stay`: asked then; if it says so, the process has until `longest`.
 */
export const stopSignal = (
  patience: number,
  { reason, stay = () => false, longest = patience }: { reason?: unknown; stay?: () => boolean; longest?: number } = {},
): AbortSignal => {
  const stopping = new AbortController();
  const end = (): never => process.exit(0);
  const stop = (): void => {
    if (stopping.signal.aborted) return;
    setTimeout(() => (stay() ? setTimeout(end, longest - patience).unref() : end()), patience).unref();
    stopping.abort(reason);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  onSupervisorGone(stop);
  return stopping.signal;
};
