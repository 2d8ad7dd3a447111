import type { Slot } from "../../schedule/schedule.ts";
import type { CatchUp } from "../events.ts";
import { isAfter, laterOf, type PastSlots } from "../slot.ts";

/** What a schedule tells; S is what describes one. Instants are ISO UTC. */
export type ScheduleFunctions<S> = {
  /** The newest slot whose `at` is not after an instant. */
  newestSlot(schedule: S, instant: string): Slot | null;
  /** The newest slot that was to be run by an instant: whose `runAt` is not after it. */
  newestDue(schedule: S, instant: string): Slot | null;
  /** The first slot whose `at` is after an instant. */
  firstSlot(schedule: S, after: string): Slot | null;
  /** How many have their `at` after one instant and not after another; without walking them. */
  countSlots(schedule: S, after: string, until: string): number;
  /** Where the period of a slot begins when none was before it. */
  firstFrom(schedule: S, slot: Slot): string;
};

/** How a report was planned from an instant on, until the next phase began. A slot exists in the phase in which its `at` is. */
export type Phase<S> = { since: string; schedule: S; enabled: boolean };

/** Whether it was paused after its newest start. */
export const isPausedSince = <S>(phases: readonly Phase<S>[], resumed: { at: string } | null): boolean =>
  resumed !== null && phases.some(({ enabled, since }) => !enabled && isAfter(since, resumed.at));

/** Where a phase's slots are that nobody has accounted for: after one instant, until another (null: without end). */
type Stretch<S> = { schedule: S; after: string; until: string | null };

const notAfter = (instant: string, bound: string | null): string =>
  bound !== null && isAfter(instant, bound) ? bound : instant;

/** `phases`: oldest first; `last`: up to there all is accounted for. */
const stretchesOf = <S>(phases: readonly Phase<S>[], last: string | null): Stretch<S>[] =>
  phases
    .map(({ since, schedule }, n) => ({
      schedule,
      after: laterOf(last, since),
      until: phases[n + 1]?.since ?? null,
    }))
    .filter(({ after, until }) => until === null || isAfter(until, after));

const newestOf = (slots: readonly (Slot | undefined)[]): Slot | undefined =>
  slots.reduce((newest, slot) => (slot && (!newest || isAfter(slot.at, newest.at)) ? slot : newest), undefined);

const within = <S>(slot: Slot | null, { after }: Stretch<S>): Slot | undefined =>
  slot && isAfter(slot.at, after) ? slot : undefined;

/** The slots up to the newest one, together. */
const gathered = <S>(
  stretches: readonly Stretch<S>[],
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
    const end = notAfter(newest.at, until);
    if (!isAfter(end, after)) continue;
    const here = functions.countSlots(schedule, after, end);
    if (here === 0) continue;
    count += here;
    // Nearly always there is this one alone.
    const isNewest = here === 1 && end === newest.at;
    const first = isNewest ? newest : functions.firstSlot(schedule, after);
    if (first && !oldest) oldest = { slot: first, firstFrom: functions.firstFrom(schedule, first) };
    if (isNewest) continue;
    previous = newestOf([previous, within(functions.newestSlot(schedule, notAfter(justBefore, until)), stretch)]);
  }
  if (!oldest) return undefined;
  const { slot, firstFrom } = oldest;
  return { newest, count, from: slot.at, previous: count > 1 ? (previous?.at ?? null) : null, firstFrom };
};

/** The slots without an outcome whose `at` has come. Undefined: none. */
export const pastSlots = <S>(
  phases: readonly Phase<S>[],
  last: string | null,
  now: string,
  functions: ScheduleFunctions<S>,
): PastSlots | undefined => {
  const stretches = stretchesOf(phases, last);
  const newest = stretches.map((stretch) =>
    within(functions.newestSlot(stretch.schedule, notAfter(now, stretch.until)), stretch),
  );
  return gathered(stretches, functions, newestOf(newest));
};

/** The slots without an outcome up to the newest that is to be run by now. A delayed one before it goes with it. */
export const dueSlots = <S>(
  phases: readonly Phase<S>[],
  last: string | null,
  now: string,
  functions: ScheduleFunctions<S>,
): PastSlots | undefined => {
  const stretches = stretchesOf(phases, last);
  const newest = stretches.map((stretch) => {
    const due = functions.newestDue(stretch.schedule, now);
    const { until } = stretch;
    const inPhase =
      due && until !== null && isAfter(due.at, until) ? functions.newestSlot(stretch.schedule, until) : due;
    return within(inPhase, stretch);
  });
  return gathered(stretches, functions, newestOf(newest));
};

/** When the next slot is to be run, of those without an outcome; undefined when there will be none. */
export const nextRunAt = <S>(
  phases: readonly Phase<S>[],
  last: string | null,
  functions: ScheduleFunctions<S>,
): string | undefined =>
  stretchesOf(phases, last)
    .map(({ schedule, after, until }) => {
      const first = functions.firstSlot(schedule, after);
      return first !== null && (until === null || !isAfter(first.at, until)) ? first.runAt : undefined;
    })
    .reduce((soonest, runAt) => (runAt && (!soonest || isAfter(soonest, runAt)) ? runAt : soonest), undefined);

/** Each slot from one `at` to another, both included; at most so many. */
export const eachSlot = <S>(
  phases: readonly Phase<S>[],
  { from, to }: { from: string; to: string },
  most: number,
  functions: ScheduleFunctions<S>,
): Slot[] => {
  const slots: Slot[] = [];
  const before = new Date(Date.parse(from) - 1).toISOString();
  for (const { schedule, after, until } of stretchesOf(phases, before)) {
    const end = notAfter(to, until);
    let slot = functions.firstSlot(schedule, after);
    while (slot && !isAfter(slot.at, end) && slots.length < most) {
      slots.push(slot);
      slot = functions.firstSlot(schedule, slot.at);
    }
  }
  return slots;
};

/** What a test run is of: the newest past slot with the schedule's usual length of time. Undefined: none has come yet. */
export const newestPeriod = <S>(schedule: S, now: string, functions: ScheduleFunctions<S>): CatchUp | undefined => {
  const slot = functions.newestSlot(schedule, now);
  return slot === null
    ? undefined
    : { slot: slot.at, period: { from: functions.firstFrom(schedule, slot), to: slot.to } };
};
