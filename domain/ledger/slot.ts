import type { Slot } from "../schedule/schedule.ts";

/** Neighboring past slots without an outcome. `from` and `previous` are `at`s. */
export type PastSlots = {
  newest: Slot;
  /** Number of slots, with the newest. */
  count: number;
  /** The oldest slot. */
  from: string;
  /** The slot before the newest; null if there is only one. */
  previous: string | null;
  /** Start of the oldest slot's period if it is the first ever: the schedule's usual length before its end. */
  firstFrom: string;
};

/** Compares the instants, not their notation. */
export const isAfter = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other);

export const maxInstant = (one: string | null, other: string): string =>
  one !== null && isAfter(one, other) ? one : other;
