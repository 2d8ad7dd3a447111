import type { FinishedFacts } from "#domain/export/state.ts";
import type { Clock } from "#infra/ports/clock.ts";

/**
 * Whether what goes `keptFor` ms after a file's time is kept on: the row that asks is of the file's own time, and support may have had the file kept
 * longer (ADR 102).
 */
export const isKeptOn = (
  { expiresAt }: Pick<FinishedFacts, "expiresAt">,
  keptFor: number,
  clock: Pick<Clock, "now">,
): boolean => clock.now().getTime() < Date.parse(expiresAt) + keptFor;
