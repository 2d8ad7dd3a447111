import { resolvePeriod } from "./periods.ts";
import type { Schedule, Slot } from "./schedule.ts";
import { newestDueSlot, slotAtOrBefore, slotsAfter, slotsBetween } from "./slots.ts";

/**
 * Queries of an automated report's ledger on a schedule. They ignore reported time, which the ledger knows. Instants
 * are ISO UTC.
 * @throws {UnknownTimezone} from all of them
 */
export const scheduleQueries = {
  /** The newest slot with `at` not after the instant. */
  newestSlot: (schedule: Schedule, instant: string): Slot | null => slotAtOrBefore(schedule, instant),
  /** The newest slot with `runAt` not after the instant. */
  newestDue: (schedule: Schedule, instant: string): Slot | null => newestDueSlot(schedule, instant),
  /** The first slot with `at` after the instant. */
  firstSlot: (schedule: Schedule, after: string): Slot | null =>
    slotsAfter(schedule, { after, coveredUntil: null }, 1)[0] ?? null,
  /** Number of slots with `at` after one instant and not after the other. Doesn't iterate over them. */
  countSlots: (schedule: Schedule, after: string, until: string): number =>
    slotsBetween(schedule, { after, coveredUntil: null }, until)?.count ?? 0,
  /** Start of a slot's period if no slot was before it. */
  firstFrom: (schedule: Schedule, slot: Slot): string => resolvePeriod(schedule, slot, null).from,
};
