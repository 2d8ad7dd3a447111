import { periodOf } from "./periods.ts";
import type { Schedule, Slot } from "./schedule.ts";
import { newestDueSlot, slotAtOrBefore, slotsAfter, slotsBetween } from "./slots.ts";

/**
 * A schedule as the ledger of an automated report asks it, one question at a time and whatever has been reported: the ledger knows that itself.
 * Instants are ISO UTC. All throw `UnknownTimezone`.
 */
export const scheduleQuestions = {
  /** The newest slot whose `at` is not after an instant. */
  newestSlot: (schedule: Schedule, instant: string): Slot | null => slotAtOrBefore(schedule, instant),
  /** The newest slot whose `runAt` is not after an instant. */
  newestDue: (schedule: Schedule, instant: string): Slot | null => newestDueSlot(schedule, instant),
  /** The first slot whose `at` is after an instant. */
  firstSlot: (schedule: Schedule, after: string): Slot | null =>
    slotsAfter(schedule, { after, coveredUntil: null }, 1)[0] ?? null,
  /** How many have their `at` after one instant and not after another; counted, not walked. */
  countSlots: (schedule: Schedule, after: string, until: string): number =>
    slotsBetween(schedule, { after, coveredUntil: null }, until)?.count ?? 0,
  /** Where the period of a slot begins when none was before it. */
  firstFrom: (schedule: Schedule, slot: Slot): string => periodOf(schedule, slot, null).from,
};
