import type { Clock } from "../ports/clock.ts";

/** Largest jump forward trusted at once, ms. */
const tolerance = 60_000;

/** Time until a clock that stays ahead is believed, ms: a suspended machine looks like one whose clock was set. */
const maxDoubtMs = 6 * 3_600_000;

/** Time by which the clock is ahead of trusted time, ms. */
type ClockDoubt = { ahead: number };

export type TrustedClock = Clock & {
  /** Undefined while the machine's clock is believed. */
  doubt(): ClockDoubt | undefined;
};

export type TrustedClockOptions = {
  clock: Clock;
  /** Time slept since the process began, ms: tells sleep from a set clock. */
  sleptMs: () => number;
  isFixed: boolean;
  onDoubt?: (doubt: ClockDoubt) => void;
  /** `how`: set back to a trusted time, or believed after staying ahead long enough. */
  onTrust?: (how: "mended" | "believed") => void;
};

/**
 * Business time (`now`) never runs ahead of trusted time: the first reading plus steady time. A clock set days ahead
 * and corrected later would claim slots early, and leave a gap until then. A clock set back, or forward to a trusted
 * time, is believed at once.
 */
export const createTrustedClock = (options: TrustedClockOptions): TrustedClock => {
  const { clock, isFixed } = options;
  let asleep = options.sleptMs();
  const offset = (): number => clock.wall().getTime() - clock.steady() - asleep;
  /** Highest trusted offset. It never shrinks: below it nothing is claimed early. */
  let line = offset();
  /** `at`: lowest offset since `since`; `seen`: the last one reported. */
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
    // If the clock is farther ahead, the earlier time still counts: a machine suspended repeatedly is believed, too.
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
    // A further jump is doubted from now on.
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
