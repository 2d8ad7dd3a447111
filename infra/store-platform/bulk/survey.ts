import type { WorkFile } from "../../ports/stores/work-files.ts";
import { createUnreadableFileError } from "./bulk-errors.ts";
import { createForeignLineError, parseLineHead } from "./line-head.ts";
import { readLines } from "./lines.ts";
import type { ParentOf } from "./parents.ts";

export type Survey = {
  /** True if orders are strictly newest first. */
  sorted: boolean;
  /** True if order numbers descend. */
  numbered: boolean;
  /** Bytes from an order's start to the start of the last line below it; infinite if too many to hold. */
  lag: number;
};

/** Most bytes to hold until an order is complete. */
const maxLag = 8 * 1024 * 1024;

/**
 * Checks a file's counts and order before its first order is used. Strictly sorted orders contain no duplicates.
 * `parentOf`: undefined if only orders have lines below.
 * @throws {PlatformError} unexpected-answer: less than was counted, or more orders; an order has no date
 */
export const surveyFile = async (
  file: WorkFile,
  counted: { objects: number; orders: number },
  parentOf: ParentOf | undefined,
  signal: AbortSignal,
): Promise<Survey> => {
  let [objects, orders] = [0, 0];
  let [number, createdAt] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const survey = { sorted: true, numbered: true, lag: 0 };
  const recent = createRecent<number>();
  const parents = createRecent<string>();
  for await (const { at, lines } of readLines(file, signal, { good: 0 }))
    for (const line of lines) {
      const head = parseLineHead(line);
      objects += 1;
      const lineStart = at + line.start;
      if (head.kind === "deep") {
        if (!parentOf) throw createForeignLineError(head.parent);
        survey.lag = Math.max(survey.lag, lineStart - parents.startOf(head.parent));
        continue;
      }
      if (head.kind === "below") {
        const orderStart = recent.startOf(head.number);
        survey.lag = Math.max(survey.lag, lineStart - orderStart);
        const parent = parentOf?.(line);
        if (parent) parents.add(parent.name, orderStart, lineStart);
        continue;
      }
      orders += 1;
      const time = Date.parse(head.createdAt);
      if (Number.isNaN(time)) throw createUnreadableFileError(`order ${head.number} has no date`);
      if (time > createdAt || (time === createdAt && head.number >= number)) survey.sorted = false;
      if (head.number >= number) survey.numbered = false;
      number = head.number;
      createdAt = time;
      recent.add(number, lineStart);
    }
  if (orders !== counted.orders || objects < counted.objects)
    throw createUnreadableFileError(
      `${orders} orders in ${objects} lines, and the platform counted ${counted.orders} in ${counted.objects}`,
    );
  return survey;
};

/** Offsets of recent orders or their children; minus infinity for those before the last {@link maxLag} bytes. */
const createRecent = <Key>() => {
  const starts = new Map<Key, { start: number; seen: number }>();
  let last: Key | undefined;
  let lastStart = 0;
  /** Offset of the oldest key, or before it. */
  let first = 0;
  return {
    /** `start`: the order's; `seen`: the line's. */
    add(key: Key, start: number, seen = start): void {
      // The map keeps the oldest first, even if a key repeats.
      starts.delete(key);
      starts.set(key, { start, seen });
      if (key === last) last = undefined;
      if (seen - first <= maxLag) return;
      for (const [oldest, began] of starts) {
        first = began.seen;
        if (seen - first <= maxLag) break;
        starts.delete(oldest);
      }
    },
    startOf(key: Key): number {
      if (key !== last) {
        last = key;
        lastStart = starts.get(key)?.start ?? Number.NEGATIVE_INFINITY;
      }
      return lastStart;
    },
  };
};
