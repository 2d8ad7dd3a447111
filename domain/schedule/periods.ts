import { isoSecondsDown } from "../dates/local-time.ts";
import { wallClock } from "../dates/wall-clock.ts";
import { daysBack } from "./days-back.ts";
import type { Period, Schedule, Since, Slot } from "./schedule.ts";
import { slotAtOrBefore, slotsAfter, withoutLimits } from "./slots.ts";

const day = 24 * 3_600_000;

/**
 * The period of a slot: from where the one before it ended, `coveredUntil`, to its own boundary; null: it is the first, and as long as the schedule
 * usually has it.
 * @throws {UnknownTimezone}
 * @throws {RangeError} when all of it has been covered: such a slot is not found with this `coveredUntil`.
 */
export const periodOf = (schedule: Schedule, slot: Slot, coveredUntil: string | null): Period => {
  if (coveredUntil === null) return { from: usualStart(schedule, slot), to: slot.to };
  if (Date.parse(coveredUntil) >= Date.parse(slot.to)) {
    throw new RangeError(
      `The slot ${slot.at} ends at ${slot.to}, which ${coveredUntil} covers. Look for slots with coveredUntil.`,
    );
  }
  return { from: coveredUntil, to: slot.to };
};

/** Where the slot before ends or would end, whatever the first day of the schedule is. */
const usualStart = (schedule: Schedule, slot: Slot): string => {
  const always = withoutLimits(schedule);
  let before = slotAtOrBefore(always, justBefore(slot.at));
  // Only a slot of another schedule can find one here that ends no earlier.
  while (before !== null && Date.parse(before.to) >= Date.parse(slot.to))
    before = slotAtOrBefore(always, justBefore(before.at));
  return before?.to ?? slot.to;
};

const justBefore = (instant: string): string => isoSecondsDown(Date.parse(instant) - 1000);

/**
 * What a report reaches back over when its date filter is off: 90 days before its slot, 60 with slow columns, by the clock on the wall.
 * @throws {UnknownTimezone}
 */
export const periodWithoutDateFilter = (
  { zone }: Pick<Schedule, "zone">,
  slot: Pick<Slot, "at">,
  hasSlowColumns: boolean,
): Period => {
  const { instantOf, shownBy } = wallClock(zone);
  const days = hasSlowColumns ? daysBack.withSlowColumns : daysBack.usual;
  return { from: isoSecondsDown(instantOf(shownBy(Date.parse(slot.at)) - days * day)), to: slot.at };
};

/** The next slots with the periods they will have when each runs in its turn. @throws {UnknownTimezone} */
export const plannedPeriods = (schedule: Schedule, since: Since, limit: number): { slot: Slot; period: Period }[] => {
  let { coveredUntil } = since;
  return slotsAfter(schedule, since, limit).map((slot) => {
    const period = periodOf(schedule, slot, coveredUntil);
    coveredUntil = period.to;
    return { slot, period };
  });
};
