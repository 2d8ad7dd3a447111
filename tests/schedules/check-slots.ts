import { expect } from "vitest";
import { plannedPeriods } from "#domain/schedule/periods.ts";
import type { Schedule, Slot } from "#domain/schedule/schedule.ts";
import { scheduleQueries } from "#domain/schedule/schedule-queries.ts";
import { dueSlots, nextExecution, slotsAfter, slotsBetween } from "#domain/schedule/slots.ts";
import { expectedSlots } from "#tests/acceptance/expected/slots.ts";
import { type Advance, reached, watchClock } from "#tests/acceptance/expected/watched-clock.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Local days of a zone, `YYYY-MM-DD`, and its clock as it was watched around them. */
export type Watched = { zone: string; firstDay: string; lastDay: string; seen: Advance[] };

export const watched = (zone: string, firstDay: string, lastDay: string): Watched => ({
  ...{ zone, firstDay, lastDay },
  seen: watchClock(zone, Date.parse(firstDay) - 3 * dayMs, Date.parse(lastDay) + 4 * dayMs),
});

/** Three parts of the days, 0 to 1: an instant, another one, and up to where all has been reported. */
export type Probe = readonly [number, number, number];

const iso = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;

/** Everything that slots promise, of one schedule, against what someone found who watched the clock. */
export const checkSlots = (schedule: Schedule, days: Watched, probes: readonly Probe[]): void => {
  const { firstDay, lastDay, seen } = days;
  const expected = expectedSlots(schedule, firstDay, lastDay, seen);
  const [begin = 0, end = 0] = reached([Date.parse(firstDay), Date.parse(lastDay) + dayMs], seen);
  const before = { after: iso(begin - 1000), coveredUntil: null };

  const walked = slotsAfter(schedule, before, expected.length + 1).filter(({ at }) => at < iso(end));
  expectSame(walked, expected, schedule);
  checkPeriods(schedule, before.after, expected);
  const changes = seen.flatMap(({ at, wall }, i) => (isEven(seen[i - 1], at, wall) ? [] : [at]));
  for (const probe of probes) {
    const around = changes[Math.floor(probe[0] * 1000) % changes.length] ?? begin;
    for (const instantOf of [
      (part: number) => begin + part * (end - 1000 - begin),
      // Within two days of a change of clocks.
      (part: number) => Math.min(Math.max(begin, around + (part - 0.5) * 4 * dayMs), end - 1000),
    ]) {
      const [one = "", other = "", coveredUntil = ""] = probe.map((part) => iso(instantOf(part)));
      const [after = "", until = ""] = [one, other].sort();
      checkProbe(schedule, expected, { after, until, coveredUntil });
    }
  }
};

/** Returns whether no clock has jumped or stopped since the last check. */
const isEven = (last: Advance | undefined, at: number, wall: number): boolean =>
  last === undefined || (wall - last.wall === last.length * 60_000 && at - last.at === last.length * 60_000);

/** Like `toEqual`, but fast for 175,000 slots. */
const expectSame = (found: readonly Slot[], expected: readonly Slot[], schedule: Schedule): void => {
  const differs = ({ at, runAt, to }: Slot, i: number) =>
    at !== expected[i]?.at || runAt !== expected[i].runAt || to !== expected[i].to;
  const first = found.findIndex(differs);
  const place = first === -1 ? Math.min(found.length, expected.length) : first;
  expect({ schedule, slot: found[place], count: found.length }).toEqual({
    ...{ schedule, slot: expected[place], count: expected.length },
  });
};

/** Periods tile time, slots are in order, runs come by the delay later. */
const checkPeriods = (schedule: Schedule, after: string, expected: readonly Slot[]): void => {
  const planned = plannedPeriods(schedule, { after, coveredUntil: null }, Math.min(expected.length, 2_000));
  const wrong = planned.find(({ slot, period }, i) => {
    const last = planned[i - 1];
    const late = Date.parse(slot.runAt) - Date.parse(slot.at) !== schedule.delay * hourMs;
    const apart = last !== undefined && (period.from !== last.period.to || slot.at <= last.slot.at);
    return late || apart || period.from >= period.to || period.to > slot.at;
  });
  expect(wrong, JSON.stringify(schedule)).toBeUndefined();
};

type Instants = { after: string; until: string; coveredUntil: string };

const checkProbe = (schedule: Schedule, expected: readonly Slot[], { after, until, coveredUntil }: Instants): void => {
  const about = JSON.stringify({ schedule, after, until, coveredUntil });
  const between = expected.filter(({ at }) => at > after && at <= until);
  expect(slotsBetween(schedule, { after, coveredUntil: null }, until), about).toEqual(inBrief(between));

  const left = between.filter(({ to }) => to > coveredUntil);
  expect(slotsBetween(schedule, { after, coveredUntil }, until), about).toEqual(inBrief(left));
  const due = expected.filter(({ at, runAt, to }) => at > after && runAt <= until && to > coveredUntil);
  expect(dueSlots(schedule, { after, coveredUntil }, until), about).toEqual(inBrief(due));
  const [next] = slotsAfter(schedule, { after, coveredUntil }, 1);
  if (left[0] !== undefined) expect(next, about).toEqual(left[0]);

  const past = expected.findLast(({ at }) => at <= until);
  if (past !== undefined) {
    expect(scheduleQueries.newestSlot(schedule, until), about).toEqual(past);
    expect(scheduleQueries.newestDue(schedule, past.runAt), about).toEqual(past);
  }
  expect(scheduleQueries.countSlots(schedule, after, until), about).toBe(between.length);
  if (between[0] !== undefined) expect(scheduleQueries.firstSlot(schedule, after), about).toEqual(between[0]);
  const coming = expected.find(({ runAt }) => runAt > after);
  if (coming !== undefined && expected[0]?.runAt !== coming.runAt) {
    expect(nextExecution(schedule, after), about).toBe(coming.runAt);
  }
};

const inBrief = (slots: readonly Slot[]) =>
  slots.length === 0
    ? null
    : { count: slots.length, first: slots[0], previous: slots.at(-2) ?? null, newest: slots.at(-1) };
