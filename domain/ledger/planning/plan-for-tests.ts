import type { Slot } from "../../schedule/schedule.ts";
import type { ScheduleFunctions } from "./phases.ts";

/**
 * A minimal schedule in UTC, all values in minutes: a slot every `every`, shifted by `offset`. No time zones, no clock
 * changes.
 */
export type TinySchedule = { every: number; offset: number; delay: number; endsAt: number | null };

const minute = 60_000;
const iso = (minutes: number): string => new Date(minutes * minute).toISOString();
const minutesOf = (instant: string): number => Date.parse(instant) / minute;

/** Periods end at full hours; from a daily schedule on, at midnight. */
const boundary = ({ every }: TinySchedule, at: number): number => {
  const unit = every < 24 * 60 ? 60 : 24 * 60;
  return at - (at % unit);
};
const slotAt = (schedule: TinySchedule, at: number): Slot => ({
  at: iso(at),
  runAt: iso(at + schedule.delay),
  to: iso(boundary(schedule, at)),
});
/** Number of the newest slot at or before a minute, since the epoch. */
const numberAt = ({ every, offset, endsAt }: TinySchedule, minutes: number): number =>
  Math.floor((Math.min(minutes, endsAt ?? minutes) - offset) / every);
const slotByNumber = (schedule: TinySchedule, n: number): Slot =>
  slotAt(schedule, n * schedule.every + schedule.offset);

export const tinyFunctions: ScheduleFunctions<TinySchedule> = {
  newestSlot: (schedule, instant) => slotByNumber(schedule, numberAt(schedule, minutesOf(instant))),
  newestDue: (schedule, instant) => slotByNumber(schedule, numberAt(schedule, minutesOf(instant) - schedule.delay)),
  firstSlot: (schedule, after) => {
    const { every, offset, endsAt } = schedule;
    const n = Math.floor((minutesOf(after) - offset) / every) + 1;
    return endsAt !== null && n * every + offset > endsAt ? null : slotByNumber(schedule, n);
  },
  countSlots: (schedule, after, until) =>
    Math.max(0, numberAt(schedule, minutesOf(until)) - numberAt(schedule, minutesOf(after))),
  firstFrom: (schedule, slot) => iso(minutesOf(slot.to) - schedule.every),
};

/** Lists the slots after one instant and until another by plain iteration, as a reference. */
export const walked = ({ every, offset, endsAt }: TinySchedule, after: string, until: string): string[] => {
  const slots: string[] = [];
  const end = Math.min(minutesOf(until), endsAt ?? Number.POSITIVE_INFINITY);
  const step = 5;
  for (let at = Math.ceil(minutesOf(after) / step) * step; at <= end; at += step)
    if (at > minutesOf(after) && (at - offset) % every === 0) slots.push(iso(at));
  return slots;
};
