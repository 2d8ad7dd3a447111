import { onSupervisorGone } from "#infra/config/supervisor-gone.ts";

/**
 * Aborts when the process must end: SIGTERM, SIGINT or loss of its supervisor. Exits after `timeoutMs`, or after
 * `longest` ms if `stay` then returns true, and leaves unfinished work to its lease.
 */
export const stopSignal = (
  timeoutMs: number,
  {
    reason,
    stay = () => false,
    longest: maxMs = timeoutMs,
  }: { reason?: unknown; stay?: () => boolean; longest?: number } = {},
): AbortSignal => {
  const stopping = new AbortController();
  const end = (): never => process.exit(0);
  const stop = (): void => {
    if (stopping.signal.aborted) return;
    setTimeout(() => (stay() ? setTimeout(end, maxMs - timeoutMs).unref() : end()), timeoutMs).unref();
    stopping.abort(reason);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  onSupervisorGone(stop);
  return stopping.signal;
};
