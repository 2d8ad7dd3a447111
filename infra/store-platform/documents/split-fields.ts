import { costBudget, innerCost } from "../calls/cost.ts";
import { smallestPages } from "../page-plan.ts";
import { selectionOf } from "./selection.ts";
import { shapes, typeOfField } from "./shapes.ts";

/** What one order may cost within a page: the page itself is 2 and its only node 1 more. */
const budgetOfOrder = costBudget - 5;

/**
 * What a path is asked together with, so that two answers about one order can be put together again by the ids in them: the way to the
 * deepest object that has one, and the field there with all that is below it.
 */
const unitOf = (path: string): string => {
  const segments = path.split(".");
  let type = "Order";
  let whole = 1;
  for (const [place, segment] of segments.entries()) {
    if (segment === "nodes" || segment.startsWith("(")) continue;
    const next = typeOfField(type, segment)?.replace(/Connection$/, "");
    if (next === undefined) break;
    type = next;
    if (shapes[type]?.id) whole = segments[place + 1] === "nodes" ? place + 3 : place + 2;
  }
  return segments.slice(0, whole).join(".");
};

/**
 * Divides paths below Order into as few queries as their order allows, each of which can pay for one order at least, its connections by the
 * smallest pages. One query for nearly every report: there is more only where the columns of one order cost more than a query may.
 * @throws {UnknownField} a path that leads nowhere
 */
export const splitFields = (fields: readonly string[], budget = budgetOfOrder): string[][] => {
  const costOf = (paths: readonly string[]) => innerCost(selectionOf(paths), smallestPages);
  const sorted = [...new Set(fields)].sort();
  if (costOf(sorted) <= budget) return [sorted];
  const parts: string[][] = [];
  let part: string[] = [];
  for (const unit of Map.groupBy(sorted, unitOf).values()) {
    // The first is asked for page by page: with a fifth of the points for each order, pages have a dozen or more.
    const most = parts.length === 0 ? budget / 5 : budget;
    if (part.length > 0 && costOf([...part, ...unit]) > most) {
      parts.push(part);
      part = [];
    }
    part.push(...unit);
  }
  return [...parts, part];
};
