import { floorToIsoSeconds } from "../dates/local-time.ts";
import { createWallClock } from "../dates/wall-clock.ts";
import type { Schedule, ScheduleProgress, Slot } from "./schedule.ts";
import { createScheduleTimeline, toDayEnd } from "./timeline.ts";

const hour = 3_600_000;

/**
 * Lists slots in order. All instants in this file are ISO UTC.
 * @throws {UnknownTimezone}
 */
export const slotsAfter = (schedule: Schedule, since: ScheduleProgress, limit: number): Slot[] => {
  const timeline = createScheduleTimeline(schedule);
  const stretch = timeline.toRange(since, null);
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

/**
 * The newest slot planned at or before an instant.
 * @throws {UnknownTimezone}
 */
export const slotAtOrBefore = (schedule: Schedule, instant: string): Slot | null => {
  const timeline = createScheduleTimeline(schedule);
  const planned = timeline.findLast(timeline.toRange(null, Date.parse(instant)));
  return planned === null ? null : timeline.slot(planned);
};

/**
 * The newest slot whose `runAt` has come.
 * @throws {UnknownTimezone}
 */
export const newestDueSlot = (schedule: Schedule, now: string): Slot | null =>
  slotAtOrBefore(schedule, subtractDelay(schedule, now));

/** Consecutive slots. */
export type Slots = {
  count: number;
  first: Slot;
  /** The slot before the newest; null if there is only one. */
  previous: Slot | null;
  newest: Slot;
};

/**
 * Slots after `since` and up to an instant, included; null if none. Counts without iterating: a year of hours costs as
 * much as a day.
 * @throws {UnknownTimezone}
 */
export const slotsBetween = (schedule: Schedule, since: ScheduleProgress, until: string): Slots | null => {
  const timeline = createScheduleTimeline(schedule);
  const stretch = timeline.toRange(since, Date.parse(until));
  const [first, newest] = [timeline.first(stretch), timeline.findLast(stretch)];
  if (first === null || newest === null) return null;
  const previous = timeline.findLast({ ...stretch, until: newest - 1 });
  return {
    count: timeline.count(stretch),
    first: timeline.slot(first),
    previous: previous === null ? null : timeline.slot(previous),
    newest: timeline.slot(newest),
  };
};

/**
 * Slots after `since` whose `runAt` has come: those need an outcome.
 * @throws {UnknownTimezone}
 */
export const dueSlots = (schedule: Schedule, since: ScheduleProgress, now: string): Slots | null =>
  slotsBetween(schedule, since, subtractDelay(schedule, now));

/**
 * `runAt` of the next slot that is not due yet (`next_execution`).
 * @throws {UnknownTimezone}
 */
export const nextExecution = (schedule: Schedule, now: string, coveredUntil: string | null = null): string | null =>
  slotsAfter(schedule, { after: subtractDelay(schedule, now), coveredUntil }, 1)[0]?.runAt ?? null;

const subtractDelay = ({ delay }: Schedule, instant: string): string =>
  floorToIsoSeconds(Date.parse(instant) - delay * hour);

/**
 * True if the schedule's last day has passed (R-42: Expired). A delay or a clock change may still run slots of that day
 * later.
 * @throws {UnknownTimezone}
 */
export const isExpired = ({ endsTo, zone }: Schedule, now: string): boolean =>
  endsTo !== null && Date.parse(now) >= toDayEnd(endsTo, createWallClock(zone));

/** Drops start and end, for a test run before the first day. */
export const withoutLimits = (schedule: Schedule): Schedule => ({
  ...schedule,
  countedFrom: schedule.startsFrom ?? schedule.countedFrom,
  startsFrom: null,
  endsTo: null,
});
