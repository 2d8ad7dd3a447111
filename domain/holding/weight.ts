/**
 * What a report may hold in memory, in estimated bytes, where it cannot spill. Estimated by counting, never by what a process happens to use:
 * the same report is always refused, or never.
 */
const heldAtMost = 256 * 1024 * 1024;

/** Thrown when a report would hold more; the message says what to do. */
export class HoldsTooMuch extends Error {
  override name = "HoldsTooMuch";
  constructor() {
    super(
      "This report is too large to sort, split or group by product. Choose a shorter date range, or turn off sorting, the worksheet splitter or product grouping.",
    );
  }
}

/** Things and characters that are held. */
export type Scale = {
  /** @throws {HoldsTooMuch} */
  add(things: number, characters: number): void;
  /** Estimated bytes on it. */
  held(): number;
  /** What was on it is held no longer. */
  clear(): void;
};

/** A row or a value with all that points to it. */
const bytesOfThing = 120;

/** Estimated bytes of so many values with so many characters together. */
export const estimated = (things: number, characters: number): number => things * bytesOfThing + 2 * characters;

/** `most`: beyond it the scale refuses. */
export const createScale = (most = heldAtMost): Scale => {
  let held = 0;
  return {
    add(things, characters) {
      held += estimated(things, characters);
      if (held > most) throw new HoldsTooMuch();
    },
    held: () => held,
    clear() {
      held = 0;
    },
  };
};
