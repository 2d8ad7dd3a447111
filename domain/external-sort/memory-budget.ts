/**
 * Maximum bytes that a report may hold in memory without spilling. Estimated, so the same report is always refused, or
 * never.
 */
const defaultMaxBytes = 256 * 1024 * 1024;

/** A report would hold more than its budget. The message says what to do. */
export class MemoryLimitExceeded extends Error {
  override name = "MemoryLimitExceeded";
  constructor() {
    super(
      "This report is too large to sort, split or group by product. Choose a shorter date range, or turn off sorting, the worksheet splitter or product grouping.",
    );
  }
}

/** Counts held items and characters. */
export type MemoryBudget = {
  /** @throws {MemoryLimitExceeded} */
  add(items: number, characters: number): void;
  /** Estimated bytes held. */
  usedBytes(): number;
  clear(): void;
};

/** Estimated for a row or value, with the references to it. */
const bytesPerItem = 120;

/** `characters`: of all items together. */
export const estimateBytes = (items: number, characters: number): number => items * bytesPerItem + 2 * characters;

/** @throws {MemoryLimitExceeded} beyond `maxBytes` */
export const createMemoryBudget = (maxBytes = defaultMaxBytes): MemoryBudget => {
  let used = 0;
  return {
    add(items, characters) {
      used += estimateBytes(items, characters);
      if (used > maxBytes) throw new MemoryLimitExceeded();
    },
    usedBytes: () => used,
    clear() {
      used = 0;
    },
  };
};
