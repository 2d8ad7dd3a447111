import { computeInnerCost, costBudget } from "../calls/cost.ts";
import { smallestPages } from "../page-plan.ts";
import { buildSelection } from "./selection.ts";
import { getFieldType, shapes } from "./shapes.ts";

/** Budget of one order in a page: the page costs 2 and its only node 1. */
const budgetOfOrder = costBudget - 5;

/**
 * The prefix that must stay in one query, so that responses can be merged by ids: the way to the deepest object with an
 * id, and the field there with all below.
 */
const unitOf = (path: string): string => {
  const segments = path.split(".");
  let type = "Order";
  let whole = 1;
  for (const [place, segment] of segments.entries()) {
    if (segment === "nodes" || segment.startsWith("(")) continue;
    const next = getFieldType(type, segment)?.replace(/Connection$/, "");
    if (next === undefined) break;
    type = next;
    if (shapes[type]?.id) whole = segments[place + 1] === "nodes" ? place + 3 : place + 2;
  }
  return segments.slice(0, whole).join(".");
};

/**
 * Splits paths below Order into few queries. Each can pay for at least one order, with the smallest pages of
 * connections. Nearly every report needs one.
 * @throws {UnknownField} a path that leads nowhere
 */
export const splitFields = (fields: readonly string[], budget = budgetOfOrder): string[][] => {
  const costOf = (paths: readonly string[]) => computeInnerCost(buildSelection(paths), smallestPages);
  const sorted = [...new Set(fields)].sort();
  if (costOf(sorted) <= budget) return [sorted];
  const parts: string[][] = [];
  let part: string[] = [];
  for (const unit of Map.groupBy(sorted, unitOf).values()) {
    // The first query is paged: a page has at least a dozen orders then.
    const maxCost = parts.length === 0 ? budget / 5 : budget;
    if (part.length > 0 && costOf([...part, ...unit]) > maxCost) {
      parts.push(part);
      part = [];
    }
    part.push(...unit);
  }
  return [...parts, part];
};
