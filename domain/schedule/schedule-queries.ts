import { resolvePeriod } from "./periods.ts";
import type { Schedule, Slot } from "./schedule.ts";
import { newestDueSlot, slotAtOrBefore, slotsAfter, slotsBetween } from "./slots.ts";

/**
 * A ledger's `ScheduleFunctions` (domain/ledger/planning/phases.ts). They ignore reported time, which the ledger knows.
 * @throws {UnknownTimezone} from all of them
 */
export const scheduleQueries = {
  newestSlot: (schedule: Schedule, instant: string): Slot | null => slotAtOrBefore(schedule, instant),
  newestDue: (schedule: Schedule, instant: string): Slot | null => newestDueSlot(schedule, instant),
  firstSlot: (schedule: Schedule, after: string): Slot | null =>
    slotsAfter(schedule, { after, coveredUntil: null }, 1)[0] ?? null,
  countSlots: (schedule: Schedule, after: string, until: string): number =>
    slotsBetween(schedule, { after, coveredUntil: null }, until)?.count ?? 0,
  firstFrom: (schedule: Schedule, slot: Slot): string => resolvePeriod(schedule, slot, null).from,
};
