import type { Slot } from "../schedule/schedule.ts";

/** Slots that have passed and have no outcome yet, neighbours. `from` and `previous` are `at`s. */
export type PastSlots = {
  newest: Slot;
  /** How many there are, with the newest. */
  count: number;
  /** The oldest. */
  from: string;
  /** The one before the newest; null when there is none but the newest. */
  previous: string | null;
  /** Where the period of the oldest begins if it is the first of all: the schedule's usual length before its end. */
  firstFrom: string;
};

/** Whether one instant is after another, however they are written. */
export const isAfter = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other);

export const laterOf = (one: string | null, other: string): string =>
  one !== null && isAfter(one, other) ? one : other;
