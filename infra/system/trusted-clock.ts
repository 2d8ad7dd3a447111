import type { Clock } from "../ports/clock.ts";

/** Largest jump forward that is trusted at once, ms. */
const tolerance = 60_000;

/**
 * ms after which a clock that stays ahead is believed: a machine that was suspended looks like one whose clock was set.
 */
const maxDoubtMs = 6 * 3_600_000;

/** ms that the machine's clock is ahead of the trusted time. */
type ClockDoubt = { ahead: number };

export type TrustedClock = Clock & {
  /** Undefined while the machine's clock is believed. */
  doubt(): ClockDoubt | undefined;
};

export type TrustedClockOptions = {
  clock: Clock;
  /**
   * ms that the machine has slept since this process began: tells sleep from a clock that was set. Called only when it
   * matters.
   */
  sleptMs: () => number;
  /** Business time stands still (CLOCK_NOW) and follows no clock. */
  isFixed: boolean;
  onDoubt?: (doubt: ClockDoubt) => void;
  /** `how`: the clock was set back to a trusted time, or stayed ahead so long that it is believed. */
  onTrust?: (how: "mended" | "believed") => void;
};

/**
 * Business time (`now`) never runs ahead of the trusted time: the first reading plus the time elapsed by the steady
 * clock. A clock set days ahead and corrected later would otherwise claim slots before they are due, and leave a gap
 * until then. A clock set back, or forward to a trusted time, is believed at once. `wall` and `steady` pass through.
 */
export const createTrustedClock = (options: TrustedClockOptions): TrustedClock => {
  const { clock, isFixed } = options;
  let asleep = options.sleptMs();
  const offset = (): number => clock.wall().getTime() - clock.steady() - asleep;
  /** The highest trusted offset so far. It never shrinks: below it nothing is claimed too early. */
  let line = offset();
  /** `at`: offset that the clock has kept at least, since `since`; `seen`: the offset last reported. */
  let doubted: { at: number; seen: number; since: number } | undefined;

  const ahead = (): number => {
    let current = offset();
    if (current - line > tolerance) {
      asleep = options.sleptMs();
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
    // Another change is reported again. If it goes farther ahead, the earlier time ahead still counts. So a machine
    // that is suspended again and again is believed, too.
    if (!doubted || Math.abs(doubted.seen - current) > tolerance) {
      const isFarther = doubted !== undefined && current > doubted.seen;
      doubted =
        doubted && isFarther ? { ...doubted, seen: current } : { at: current, seen: current, since: clock.steady() };
      options.onDoubt?.({ ahead: current - line });
    }
    if (clock.steady() - doubted.since < maxDoubtMs) return current - line;
    line = doubted.at;
    doubted = undefined;
    options.onTrust?.("believed");
    // A further jump in the meantime is doubted from now on.
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
