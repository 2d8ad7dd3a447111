import type { WorkFile } from "../../ports/stores/work-files.ts";
import { createUnreadableFileError } from "./bulk-errors.ts";
import { parseLineHead } from "./line-head.ts";
import { readLines } from "./lines.ts";

export type Survey = {
  /** True if orders are strictly newest first. */
  sorted: boolean;
  /** True if order numbers descend. */
  numbered: boolean;
  /** Bytes from an order's start to the start of its last child line; infinite if too many to hold. */
  lag: number;
};

/** Most bytes to hold until an order is complete. */
const maxLag = 8 * 1024 * 1024;

/**
 * Checks a file's counts and order before its first order is used. Strictly sorted orders contain no duplicates.
 * @throws {PlatformError} unexpected-answer: less than was counted, or more orders; an order has no date
 */
export const surveyFile = async (
  file: WorkFile,
  counted: { objects: number; orders: number },
  signal: AbortSignal,
): Promise<Survey> => {
  let [objects, orders] = [0, 0];
  let [number, createdAt] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const survey = { sorted: true, numbered: true, lag: 0 };
  const recent = createRecent();
  for await (const { at, lines } of readLines(file, signal, { good: 0 }))
    for (const line of lines) {
      const head = parseLineHead(line);
      objects += 1;
      if (head.kind === "below") {
        survey.lag = Math.max(survey.lag, at + line.start - recent.startOf(head.number));
        continue;
      }
      orders += 1;
      const time = Date.parse(head.createdAt);
      if (Number.isNaN(time)) throw createUnreadableFileError(`order ${head.number} has no date`);
      if (time > createdAt || (time === createdAt && head.number >= number)) survey.sorted = false;
      if (head.number >= number) survey.numbered = false;
      number = head.number;
      createdAt = time;
      recent.add(number, at + line.start);
    }
  if (orders !== counted.orders || objects < counted.objects)
    throw createUnreadableFileError(
      `${orders} orders in ${objects} lines, and the platform counted ${counted.orders} in ${counted.objects}`,
    );
  return survey;
};

/** Offsets of recent orders; minus infinity for orders before the last {@link maxLag} bytes. */
const createRecent = () => {
  const starts = new Map<number, number>();
  let [last, lastStart] = [Number.NaN, 0];
  /** Offset of the oldest order, or before it. */
  let first = 0;
  return {
    add(number: number, start: number): void {
      // The map keeps the oldest first, even if an order repeats.
      starts.delete(number);
      starts.set(number, start);
      if (start - first <= maxLag) return;
      for (const [oldest, began] of starts) {
        first = began;
        if (start - began <= maxLag) break;
        starts.delete(oldest);
      }
    },
    startOf(number: number): number {
      if (number !== last) {
        last = number;
        lastStart = starts.get(number) ?? Number.NEGATIVE_INFINITY;
      }
      return lastStart;
    },
  };
};
