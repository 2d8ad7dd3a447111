import type { WorkFile } from "../../ports/work-files.ts";
import { headOf } from "./line-head.ts";
import { readLines } from "./lines.ts";
import { unreadableFile } from "./unreadable.ts";

/**
 * How a file stands: `grouped`, each line right behind those of its order; `sorted`, orders strictly newest first; `numbered`, higher numbers
 * before lower ones.
 */
export type Survey = { grouped: boolean; sorted: boolean; numbered: boolean };

/**
 * Looks through a file before the first order of it is used: whether all is there that the platform counted, and in which order. Strictly
 * sorted orders are different ones.
 * @throws {PlatformError} unexpected-answer: there is less than was counted, or more orders
 */
export const surveyOf = async (
  file: WorkFile,
  counted: { objects: number; orders: number },
  signal: AbortSignal,
): Promise<Survey> => {
  let [objects, orders] = [0, 0];
  let [number, createdAt] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const survey = { grouped: true, sorted: true, numbered: true };
  for await (const lines of readLines(file, signal))
    for (const line of lines) {
      const head = headOf(line);
      objects += 1;
      if (head.kind === "below") {
        if (head.number !== number) survey.grouped = false;
        continue;
      }
      orders += 1;
      const older = head.createdAt < createdAt || (head.createdAt === createdAt && head.number < number);
      if (!older) survey.sorted = false;
      if (head.number >= number) survey.numbered = false;
      ({ number, createdAt } = head);
    }
  if (orders !== counted.orders || objects < counted.objects)
    throw unreadableFile(
      `${orders} orders in ${objects} lines, and the platform counted ${counted.orders} in ${counted.objects}`,
    );
  return survey;
};
