import type { FinishedFacts } from "#domain/export/state.ts";
import type { Clock } from "#infra/ports/clock.ts";

/**
 * True until `retentionMs` after a file's expiry. The job is due by the original expiry, which support may have
 * extended (ADR 102).
 */
export const isRetained = (
  { expiresAt }: Pick<FinishedFacts, "expiresAt">,
  retentionMs: number,
  clock: Pick<Clock, "now">,
): boolean => clock.now().getTime() < Date.parse(expiresAt) + retentionMs;
