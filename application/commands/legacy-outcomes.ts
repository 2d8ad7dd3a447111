import type { Refusal } from "#domain/core/decider.ts";
import { hourMs, repeatedCommandHours } from "#domain/retention/retention.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";

/**
 * Outcome of a command as versions before ADR 119 stored it: refused, no change at a version, or the version of its
 * first event.
 */
export type LegacyOutcome = { refusal: Refusal } | { version: number } | { first: number };

const isOutcome = (value: JsonObject): boolean => ["refusal", "version", "first"].some((key) => key in value);

/**
 * Outcomes of an earlier version of Sheaf. They expire after a day, so a process reads them only during its first 24
 * hours.
 */
export const createLegacyOutcomeReader = (stateStore: StateStore, clock: Pick<Clock, "wall">) => {
  const until = clock.wall().getTime() + repeatedCommandHours * hourMs;
  return async (firstEventId: string): Promise<LegacyOutcome | undefined> => {
    if (clock.wall().getTime() >= until) return undefined;
    const outcome = (await stateStore.get<JsonObject>(`command:${firstEventId}`))?.value;
    return outcome && isOutcome(outcome) ? (outcome as unknown as LegacyOutcome) : undefined;
  };
};
