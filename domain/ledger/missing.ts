import type { Period } from "../schedule/schedule.ts";
import type { CatchUp, DataOf, SkipReason } from "./events.ts";
import { isAfter } from "./slot.ts";

/** Time without a report: neighboring skipped slots, or a failed run. */
export type MissingTime = {
  /** `at` of its first slot. */
  from: string;
  /** `at` of its last slot. */
  to: string;
  count: number;
  reason: SkipReason | "failed";
  period: Period;
  /** Claimed runs of the last slot. */
  tried: number;
  /** A start asks the merchant about it. */
  asked: boolean;
  /** Somebody has, or may have, a failed report of it. */
  mayHaveArrived?: true;
};

const isWithin = (period: Period, other: Period): boolean =>
  !isAfter(other.from, period.from) && !isAfter(period.to, other.to);

export const isOverlapping = (period: Period, other: Period): boolean =>
  isAfter(period.to, other.from) && isAfter(other.to, period.from);

export const sortByPeriod = <T extends { period: Period }>(times: readonly T[]): T[] =>
  [...times].sort((one, other) => Date.parse(one.period.from) - Date.parse(other.period.from));

/**
 * Returns a predicate: a promised report covers the period. Binary search, as there may be hundreds. Promised periods
 * must not overlap.
 */
export const createCoverageCheck = (
  promised: readonly { period: Period }[],
): ((one: { period: Period }) => boolean) => {
  const times = sortByPeriod(promised).map(({ period }) => [Date.parse(period.from), Date.parse(period.to)] as const);
  return ({ period }) => {
    const [from, to] = [Date.parse(period.from), Date.parse(period.to)];
    let [low, high] = [0, times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((times[middle]?.[0] ?? 0) > from) high = middle;
      else low = middle + 1;
    }
    const candidate = times[low - 1];
    return candidate !== undefined && to <= candidate[1];
  };
};

/** True if somebody has, or may have, a failed report of the time. */
export const isAnyArrived = (missing: readonly MissingTime[]): boolean =>
  missing.some(({ mayHaveArrived = false }) => mayHaveArrived);

/** Removes a period. Both parts of a split entry keep its other fields. */
export const withoutTime = <T extends { period: Period }>(times: readonly T[], { from, to }: Period): T[] =>
  times.flatMap((one) => {
    const { period } = one;
    if (!isOverlapping(period, { from, to })) return [one];
    return [
      ...(isAfter(from, period.from) ? [{ ...one, period: { from: period.from, to: from } }] : []),
      ...(isAfter(period.to, to) ? [{ ...one, period: { from: to, to: period.to } }] : []),
    ];
  });

/**
 * Skipped slots join the newest entry if it has the same reason and is not promised. Time that has a report is not
 * added.
 */
export const withSkipped = (
  missing: readonly MissingTime[],
  { from, to, count, reason, period }: DataOf<"SlotsSkipped">,
  promised: readonly CatchUp[],
): readonly MissingTime[] => {
  if (period === null) return missing;
  const all = sortByPeriod(missing);
  const last = all.at(-1);
  const joins =
    last?.reason === reason && last.asked && last.period.to === period.from && !createCoverageCheck(promised)(last);
  if (!joins) return sortByPeriod([...all, { from, to, count, reason, period, tried: 0, asked: true }]);
  const joined = { from: last.period.from, to: period.to };
  return [...all.slice(0, -1), { ...last, to, count: last.count + count, period: joined, tried: 0 }];
};

/** `tried` is absent if 0. */
export const toCatchUp = (slot: string, period: Period, tried: number): CatchUp => ({
  slot,
  period,
  ...(tried > 0 ? { tried } : {}),
});

/** One report per stretch without a gap, oldest first. Its slot is the stretch's newest. */
export const mergeContiguous = (missing: readonly MissingTime[]): CatchUp[] =>
  sortByPeriod(missing).reduce<CatchUp[]>((stretches, { to, tried, period }) => {
    const last = stretches.at(-1);
    const meets = last !== undefined && Date.parse(last.period.to) === Date.parse(period.from);
    const whole = meets ? { from: last.period.from, to: period.to } : period;
    return [...(meets ? stretches.slice(0, -1) : stretches), toCatchUp(to, whole, tried)];
  }, []);

/** Splits neighbors with one report each, so each can be removed by itself. */
export const splitIntoSlots = (missing: readonly MissingTime[], reports: readonly CatchUp[]): MissingTime[] =>
  missing.flatMap((one) => {
    const inside = one.count === 1 ? [] : reports.filter(({ period }) => isWithin(period, one.period));
    if (inside.length < 2) return [one];
    return inside.map(({ slot, period, tried = 0 }) => ({ ...one, from: slot, to: slot, count: 1, period, tried }));
  });
