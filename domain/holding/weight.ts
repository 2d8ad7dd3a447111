/**
 * Maximum estimated bytes that a report may hold in memory without spilling. Estimated by counting, not measured: the
 * same report is always refused, or never.
 */
const heldAtMost = 256 * 1024 * 1024;

/** Thrown if a report would hold more. The message says what to do. */
export class HoldsTooMuch extends Error {
  override name = "HoldsTooMuch";
  constructor() {
    super(
      "This report is too large to sort, split or group by product. Choose a shorter date range, or turn off sorting, the worksheet splitter or product grouping.",
    );
  }
}

/** Counts held items and characters. */
export type Scale = {
  /** @throws {HoldsTooMuch} */
  add(things: number, characters: number): void;
  /** Estimated bytes held. */
  held(): number;
  clear(): void;
};

/** Bytes of a row or value, with the references to it. */
const bytesOfThing = 120;

/** Estimated bytes of that many items with that many characters in total. */
export const estimated = (things: number, characters: number): number => things * bytesOfThing + 2 * characters;

/** `most`: maximum bytes; the scale refuses more. */
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
