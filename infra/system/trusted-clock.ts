import type { Clock } from "../ports/clock.ts";

/** So far may the machine's clock be set forward at once and be taken at its word, ms. */
const tolerance = 60_000;

/** After so long a clock that stays ahead is believed, ms: a machine that was stopped as a whole looks like one whose clock was set. */
const longestDoubt = 6 * 3_600_000;

/** That the machine's clock is ahead of what can be trusted, by so many ms. */
type ClockDoubt = { ahead: number };

export type TrustedClock = Clock & {
  /** Undefined while the machine's clock is believed. */
  doubt(): ClockDoubt | undefined;
};

export type TrustedClockOptions = {
  clock: Clock;
  /** ms that the machine has slept since this process began: by it one that slept is told from one whose clock was set. Asked where it matters. */
  asleep: () => number;
  /** Business time stands still (CLOCK_NOW) and goes by no clock. */
  isFixed: boolean;
  onDoubt?: (doubt: ClockDoubt) => void;
  /** `how`: it was set back to where it can be trusted, or has stayed ahead for so long that it is believed. */
  onTrust?: (how: "mended" | "believed") => void;
};

/**
 * The machine's clock, with a business time (`now`) that never runs ahead of what can be trusted: where it was first seen, and the time that has
 * passed since by a clock that nobody sets. A clock that is set days ahead and mended later would have had slots claimed that are not due, and left
 * a hole until they are. Who is set back, or forward to where it was, is believed at once. `wall` and `steady` are as they are.
 */
export const createTrustedClock = (options: TrustedClockOptions): TrustedClock => {
  const { clock, isFixed } = options;
  let asleep = options.asleep();
  const offset = (): number => clock.wall().getTime() - clock.steady() - asleep;
  /** The most that could be trusted so far. It never shrinks: behind it nothing is claimed too early. */
  let line = offset();
  /** `at`: so far ahead the clock has stayed at least, `since` then; `seen`: where it was when that was told. */
  let doubted: { at: number; seen: number; since: number } | undefined;

  const ahead = (): number => {
    let current = offset();
    if (current - line > tolerance) {
      asleep = options.asleep();
      current = offset();
    }
    if (current - line <= tolerance) {
      line = Math.max(line, current);
      if (doubted) {
        doubted = undefined;
        options.onTrust?.("mended");
      }
      return 0;
    }
    // Set once more, it is told anew. Farther ahead, what it stayed ahead before counts on: a machine that is stopped again and again is believed, too.
    if (!doubted || Math.abs(doubted.seen - current) > tolerance) {
      const isFarther = doubted !== undefined && current > doubted.seen;
      doubted =
        doubted && isFarther ? { ...doubted, seen: current } : { at: current, seen: current, since: clock.steady() };
      options.onDoubt?.({ ahead: current - line });
    }
    if (clock.steady() - doubted.since < longestDoubt) return current - line;
    line = doubted.at;
    doubted = undefined;
    options.onTrust?.("believed");
    // What it was set ahead meanwhile is doubted from now on.
    return ahead();
  };

  return {
    now: () => (isFixed ? clock.now() : new Date(clock.now().getTime() - ahead())),
    wall: clock.wall,
    steady: clock.steady,
    doubt: () => {
      const by = isFixed ? 0 : ahead();
      return by === 0 ? undefined : { ahead: by };
    },
  };
};
