import type { Slot } from "../../schedule/schedule.ts";
import type { CatchUp } from "../events.ts";
import { isAfter, maxInstant, type PastSlots } from "../slot.ts";

/** Instants are ISO UTC. */
export type ScheduleFunctions<S> = {
  /** Newest slot with `at` not after the instant. */
  newestSlot(schedule: S, instant: string): Slot | null;
  /** Newest slot with `runAt` not after the instant. */
  newestDue(schedule: S, instant: string): Slot | null;
  /** First slot with `at` after the instant. */
  firstSlot(schedule: S, after: string): Slot | null;
  /** Slots with `at` after one instant and not after the other. Doesn't iterate over them. */
  countSlots(schedule: S, after: string, until: string): number;
  /** Start of the first slot's period. */
  firstFrom(schedule: S, slot: Slot): string;
};

/** A slot belongs to the phase that contains its `at`. */
export type Phase<S> = { since: string; schedule: S; enabled: boolean };

/** True if paused after the newest start. */
export const isPausedSince = <S>(phases: readonly Phase<S>[], resumed: { at: string } | null): boolean =>
  resumed !== null && phases.some(({ enabled, since }) => !enabled && isAfter(since, resumed.at));

/** `until` null: no end. */
type UnaccountedSpan<S> = { schedule: S; after: string; until: string | null };

const minInstant = (instant: string, bound: string | null): string =>
  bound !== null && isAfter(instant, bound) ? bound : instant;

/** `phases`: oldest first. `last`: all up to it is accounted for. */
const listUnaccountedSpans = <S>(phases: readonly Phase<S>[], last: string | null): UnaccountedSpan<S>[] =>
  phases
    .map(({ since, schedule }, n) => ({
      schedule,
      after: maxInstant(last, since),
      until: phases[n + 1]?.since ?? null,
    }))
    .filter(({ after, until }) => until === null || isAfter(until, after));

const newestSlotOf = (slots: readonly (Slot | undefined)[]): Slot | undefined =>
  slots.reduce((newest, slot) => (slot && (!newest || isAfter(slot.at, newest.at)) ? slot : newest), undefined);

const slotInSpan = <S>(slot: Slot | null, { after }: UnaccountedSpan<S>): Slot | undefined =>
  slot && isAfter(slot.at, after) ? slot : undefined;

/** Summarizes the slots up to the newest. */
const summarizeSlots = <S>(
  stretches: readonly UnaccountedSpan<S>[],
  functions: ScheduleFunctions<S>,
  newest: Slot | undefined,
): PastSlots | undefined => {
  if (!newest) return undefined;
  const justBefore = new Date(Date.parse(newest.at) - 1).toISOString();
  let count = 0;
  let oldest: { slot: Slot; firstFrom: string } | undefined;
  let previous: Slot | undefined;
  for (const stretch of stretches) {
    const { schedule, after, until } = stretch;
    const end = minInstant(newest.at, until);
    if (!isAfter(end, after)) continue;
    const here = functions.countSlots(schedule, after, end);
    if (here === 0) continue;
    count += here;
    // The usual case; saves two queries.
    const isNewest = here === 1 && end === newest.at;
    const first = isNewest ? newest : functions.firstSlot(schedule, after);
    if (first && !oldest) oldest = { slot: first, firstFrom: functions.firstFrom(schedule, first) };
    if (isNewest) continue;
    previous = newestSlotOf([
      previous,
      slotInSpan(functions.newestSlot(schedule, minInstant(justBefore, until)), stretch),
    ]);
  }
  if (!oldest) return undefined;
  const { slot, firstFrom } = oldest;
  return { newest, count, from: slot.at, previous: count > 1 ? (previous?.at ?? null) : null, firstFrom };
};

/** Slots without an outcome whose `at` has come, if any. */
export const listPastSlots = <S>(
  phases: readonly Phase<S>[],
  last: string | null,
  now: string,
  functions: ScheduleFunctions<S>,
): PastSlots | undefined => {
  const stretches = listUnaccountedSpans(phases, last);
  const newest = stretches.map((stretch) =>
    slotInSpan(functions.newestSlot(stretch.schedule, minInstant(now, stretch.until)), stretch),
  );
  return summarizeSlots(stretches, functions, newestSlotOf(newest));
};

/** Slots without an outcome up to the newest due by its `runAt`, including delayed ones before it. */
export const listDueSlots = <S>(
  phases: readonly Phase<S>[],
  last: string | null,
  now: string,
  functions: ScheduleFunctions<S>,
): PastSlots | undefined => {
  const stretches = listUnaccountedSpans(phases, last);
  const newest = stretches.map((stretch) => {
    const due = functions.newestDue(stretch.schedule, now);
    const { until } = stretch;
    const inPhase =
      due && until !== null && isAfter(due.at, until) ? functions.newestSlot(stretch.schedule, until) : due;
    return slotInSpan(inPhase, stretch);
  });
  return summarizeSlots(stretches, functions, newestSlotOf(newest));
};

/** Returns `runAt` of the next slot without an outcome, if any. */
export const nextRunAt = <S>(
  phases: readonly Phase<S>[],
  last: string | null,
  functions: ScheduleFunctions<S>,
): string | undefined =>
  listUnaccountedSpans(phases, last)
    .map(({ schedule, after, until }) => {
      const first = functions.firstSlot(schedule, after);
      return first !== null && (until === null || !isAfter(first.at, until)) ? first.runAt : undefined;
    })
    .reduce((soonest, runAt) => (runAt && (!soonest || isAfter(soonest, runAt)) ? runAt : soonest), undefined);

/** Slots from one `at` to another, both included. */
export const eachSlot = <S>(
  phases: readonly Phase<S>[],
  { from, to }: { from: string; to: string },
  maxSlots: number,
  functions: ScheduleFunctions<S>,
): Slot[] => {
  const slots: Slot[] = [];
  const before = new Date(Date.parse(from) - 1).toISOString();
  for (const { schedule, after, until } of listUnaccountedSpans(phases, before)) {
    const end = minInstant(to, until);
    let slot = functions.firstSlot(schedule, after);
    while (slot && !isAfter(slot.at, end) && slots.length < maxSlots) {
      slots.push(slot);
      slot = functions.firstSlot(schedule, slot.at);
    }
  }
  return slots;
};

/** The newest past slot, if any, with the schedule's usual period, for a test run. */
export const newestPeriod = <S>(schedule: S, now: string, functions: ScheduleFunctions<S>): CatchUp | undefined => {
  const slot = functions.newestSlot(schedule, now);
  return slot === null
    ? undefined
    : { slot: slot.at, period: { from: functions.firstFrom(schedule, slot), to: slot.to } };
};
