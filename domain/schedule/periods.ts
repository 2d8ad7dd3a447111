import { floorToIsoSeconds } from "../dates/local-time.ts";
import { createWallClock } from "../dates/wall-clock.ts";
import { daysBack } from "./days-back.ts";
import type { Period, Schedule, ScheduleProgress, Slot } from "./schedule.ts";
import { slotAtOrBefore, slotsAfter, withoutLimits } from "./slots.ts";

const day = 24 * 3_600_000;

/**
 * A slot's period, from `coveredUntil`, the end of the period before, to its own boundary. Null: the first slot,
 * which gets the schedule's usual length.
 * @throws {UnknownTimezone}
 * @throws {RangeError} if the period is covered already; slots searched with this `coveredUntil` never are.
 */
export const resolvePeriod = (schedule: Schedule, slot: Slot, coveredUntil: string | null): Period => {
  if (coveredUntil === null) return { from: usualStart(schedule, slot), to: slot.to };
  if (Date.parse(coveredUntil) >= Date.parse(slot.to)) {
    throw new RangeError(
      `The slot ${slot.at} ends at ${slot.to}, which ${coveredUntil} covers. Look for slots with coveredUntil.`,
    );
  }
  return { from: coveredUntil, to: slot.to };
};

/** End of the slot before, ignoring the schedule's first day. */
const usualStart = (schedule: Schedule, slot: Slot): string => {
  const always = withoutLimits(schedule);
  let previousSlot = slotAtOrBefore(always, justBefore(slot.at));
  // For another schedule's slot, the slot before may not end earlier.
  while (previousSlot !== null && Date.parse(previousSlot.to) >= Date.parse(slot.to))
    previousSlot = slotAtOrBefore(always, justBefore(previousSlot.at));
  return previousSlot?.to ?? slot.to;
};

const justBefore = (instant: string): string => floorToIsoSeconds(Date.parse(instant) - 1000);

/**
 * 90 wall-clock days before the slot, 60 with slow columns.
 * @throws {UnknownTimezone}
 */
export const periodWithoutDateFilter = (
  { zone }: Pick<Schedule, "zone">,
  slot: Pick<Slot, "at">,
  hasSlowColumns: boolean,
): Period => {
  const { toInstant, latestWallTimeAt } = createWallClock(zone);
  const days = hasSlowColumns ? daysBack.withSlowColumns : daysBack.usual;
  return { from: floorToIsoSeconds(toInstant(latestWallTimeAt(Date.parse(slot.at)) - days * day)), to: slot.at };
};

/**
 * The next slots, with their periods if all of them run.
 * @throws {UnknownTimezone}
 */
export const plannedPeriods = (
  schedule: Schedule,
  since: ScheduleProgress,
  limit: number,
): { slot: Slot; period: Period }[] => {
  let { coveredUntil } = since;
  return slotsAfter(schedule, since, limit).map((slot) => {
    const period = resolvePeriod(schedule, slot, coveredUntil);
    coveredUntil = period.to;
    return { slot, period };
  });
};
