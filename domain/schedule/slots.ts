import { isoSecondsDown } from "../dates/local-time.ts";
import { wallClock } from "../dates/wall-clock.ts";
import type { Schedule, Since, Slot } from "./schedule.ts";
import { endOf, timelineOf } from "./timeline.ts";

const hour = 3_600_000;

/** The next slots, at most `limit`, in order. Instants are ISO UTC everywhere here. @throws {UnknownTimezone} */
export const slotsAfter = (schedule: Schedule, since: Since, limit: number): Slot[] => {
  const timeline = timelineOf(schedule);
  const stretch = timeline.stretch(since, null);
  const slots: Slot[] = [];
  let planned = stretch.after;
  while (slots.length < limit) {
    const next = timeline.first({ ...stretch, after: planned });
    if (next === null) break;
    slots.push(timeline.slot(next));
    planned = next;
  }
  return slots;
};

/** The newest slot that is planned for an instant or before it; null where there was none. @throws {UnknownTimezone} */
export const slotAtOrBefore = (schedule: Schedule, instant: string): Slot | null => {
  const timeline = timelineOf(schedule);
  const planned = timeline.last(timeline.stretch(null, Date.parse(instant)));
  return planned === null ? null : timeline.slot(planned);
};

/** The newest whose `runAt` has come. @throws {UnknownTimezone} */
export const newestDueSlot = (schedule: Schedule, now: string): Slot | null =>
  slotAtOrBefore(schedule, beforeDelay(schedule, now));

/** Slots that follow one another: how many, the first, the newest and the one before it (null: there is but one). */
export type Slots = { count: number; first: Slot; previous: Slot | null; newest: Slot };

/**
 * The slots planned after `since` and up to an instant (included); null where there are none. Counted and not walked: a year of hours costs
 * what a day does.
 * @throws {UnknownTimezone}
 */
export const slotsBetween = (schedule: Schedule, since: Since, until: string): Slots | null => {
  const timeline = timelineOf(schedule);
  const stretch = timeline.stretch(since, Date.parse(until));
  const [first, newest] = [timeline.first(stretch), timeline.last(stretch)];
  if (first === null || newest === null) return null;
  const previous = timeline.last({ ...stretch, until: newest - 1 });
  return {
    count: timeline.count(stretch),
    first: timeline.slot(first),
    previous: previous === null ? null : timeline.slot(previous),
    newest: timeline.slot(newest),
  };
};

/** The same, of slots whose `runAt` has come: those that are to have an outcome. @throws {UnknownTimezone} */
export const dueSlots = (schedule: Schedule, since: Since, now: string): Slots | null =>
  slotsBetween(schedule, since, beforeDelay(schedule, now));

/** `next_execution`: when the next slot that is not yet due runs, with its delay; null where none is left. @throws {UnknownTimezone} */
export const nextExecution = (schedule: Schedule, now: string, coveredUntil: string | null = null): string | null =>
  slotsAfter(schedule, { after: beforeDelay(schedule, now), coveredUntil }, 1)[0]?.runAt ?? null;

const beforeDelay = ({ delay }: Schedule, instant: string): string =>
  isoSecondsDown(Date.parse(instant) - delay * hour);

/**
 * Whether the last day of the schedule has passed (R-42: Expired). No slot is planned from then on; those of that day may still run, by their delay or when a gap moved them.
 * @throws {UnknownTimezone}
 */
export const isExpired = ({ endsTo, zone }: Schedule, now: string): boolean =>
  endsTo !== null && Date.parse(now) >= endOf(endsTo, wallClock(zone));

/** The same rhythm without first and last day: what a test run before the first day is made of. */
export const withoutLimits = (schedule: Schedule): Schedule => ({
  ...schedule,
  countedFrom: schedule.startsFrom ?? schedule.countedFrom,
  startsFrom: null,
  endsTo: null,
});
