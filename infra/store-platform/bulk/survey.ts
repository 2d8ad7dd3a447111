import type { WorkFile } from "../../ports/stores/work-files.ts";
import { headOf } from "./line-head.ts";
import { readLines } from "./lines.ts";
import { unreadableFile } from "./unreadable.ts";

/**
 * How a file stands: `sorted`, orders strictly newest first; `numbered`, higher numbers before lower ones; `lag`, bytes from where an order's line
 * begins to where the last line of something in it does, of all orders the most; infinite where that is more than can be held.
 */
export type Survey = { sorted: boolean; numbered: boolean; lag: number };

/** Bytes of lines that are held until an order has all of its own. */
const mostLag = 8 * 1024 * 1024;

/**
 * Looks through a file before the first order of it is used: whether all is there that the platform counted, and in which order. Strictly
 * sorted orders are different ones.
 * @throws {PlatformError} unexpected-answer: there is less than was counted, or more orders; an order has no date
 */
export const surveyOf = async (
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
      const head = headOf(line);
      objects += 1;
      if (head.kind === "below") {
        survey.lag = Math.max(survey.lag, at + line.start - recent.startOf(head.number));
        continue;
      }
      orders += 1;
      const time = Date.parse(head.createdAt);
      if (Number.isNaN(time)) throw unreadableFile(`order ${head.number} has no date`);
      if (time > createdAt || (time === createdAt && head.number >= number)) survey.sorted = false;
      if (head.number >= number) survey.numbered = false;
      number = head.number;
      createdAt = time;
      recent.add(number, at + line.start);
    }
  if (orders !== counted.orders || objects < counted.objects)
    throw unreadableFile(
      `${orders} orders in ${objects} lines, and the platform counted ${counted.orders} in ${counted.objects}`,
    );
  return survey;
};

/** Where the orders began that stand in the last {@link mostLag} bytes; of any other, infinitely far back. */
const createRecent = () => {
  const starts = new Map<number, number>();
  let [last, lastStart] = [Number.NaN, 0];
  /** Where the oldest of them began, or one before it. */
  let first = 0;
  return {
    add(number: number, start: number): void {
      // The oldest stands first, also where a broken file has one again.
      starts.delete(number);
      starts.set(number, start);
      if (start - first <= mostLag) return;
      for (const [oldest, began] of starts) {
        first = began;
        if (start - began <= mostLag) break;
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
