import type { JsonObject } from "../../ports/json.ts";
import { computeInnerCost, costBudget } from "../calls/cost.ts";
import { smallestPages } from "../page-plan.ts";
import { readRemainingPages, type Send } from "../remaining-pages.ts";
import type { Sizing } from "../sizing.ts";
import { partDocument } from "./document.ts";
import { assertNoGaps, createGapFinder } from "./find-gaps.ts";
import { flatten, isObject } from "./flatten.ts";
import { mergePart } from "./merge-parts.ts";
import { buildSelection } from "./selection.ts";

const maxPerRequest = 25;

/**
 * Reads more fields of known orders by id, as many orders per request as it can pay for, and merges them. Returns the
 * orders that still exist. `fields`: a part of `splitFields`.
 */
export const createPartReader = (fields: readonly string[], sizing: Sizing, send: Send) => {
  const selection = buildSelection(fields);
  const findGaps = createGapFinder(selection, "null");
  const costOfOne = 1 + computeInnerCost(selection, smallestPages);
  const together = Math.max(1, Math.min(maxPerRequest, Math.floor(costBudget / costOfOne)));

  return async (orders: readonly JsonObject[]): Promise<JsonObject[]> => {
    const keptOrders: JsonObject[] = [];
    for (let at = 0; at < orders.length; ) {
      const { data, batch } = await sizing.attempt(async (scale) => {
        const batch = orders.slice(at, at + scale(together));
        const variables = Object.fromEntries(batch.map(({ id }, place) => [`id${place}`, id ?? null]));
        const document = partDocument(selection, smallestPages, batch.length);
        return { batch, data: await send(document, variables, costOfOne * batch.length) };
      });
      const parts = batch.map((_, place) => data[`o${place}`] ?? null);
      await readRemainingPages(flatten(parts, selection), smallestPages, sizing, send);
      assertNoGaps(parts, findGaps);
      for (const [place, order] of batch.entries()) {
        const part = parts[place];
        // Deleted between the two queries: a report that began a moment later would not have it either.
        if (!isObject(part)) continue;
        mergePart(order, part);
        keptOrders.push(order);
      }
      at += batch.length;
    }
    return keptOrders;
  };
};
