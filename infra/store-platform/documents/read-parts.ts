import type { Json, JsonObject } from "../../ports/json.ts";
import { computeInnerCost, costBudget } from "../calls/cost.ts";
import { smallestPages } from "../page-plan.ts";
import { readRemainingPages, type Send } from "../remaining-pages.ts";
import type { Sizing } from "../sizing.ts";
import { partDocument } from "./document.ts";
import { assertNoGaps, createGapFinder } from "./find-gaps.ts";
import { flatten, isObject } from "./flatten.ts";
import { mergePart } from "./merge-parts.ts";
import { PartialFailure } from "./partial-failure.ts";
import { buildSelection } from "./selection.ts";

const maxPerRequest = 25;

/** Aliases are those of one request. */
const nameOrders = (error: unknown, batch: readonly JsonObject[]): unknown => {
  if (!(error instanceof PartialFailure)) return error;
  const { pathsByIndex, pathsByAlias = pathsByIndex } = error.failed;
  if (!pathsByAlias) return error;
  const pathsByOrder = new Map(batch.map((order, index) => [order, pathsByAlias.get(index) ?? []]));
  return new PartialFailure(error.message, { ...error.failed, pathsByOrder });
};

/**
 * Reads fields of orders by id, as many orders per request as it can pay for, and merges them. Returns the orders that
 * still exist. `fields`: a part of `splitFields`.
 */
export const createPartReader = (fields: readonly string[], sizing: Sizing, send: Send) => {
  const selection = buildSelection(fields);
  const findGaps = createGapFinder(selection, "null");
  const costOfOne = 1 + computeInnerCost(selection, smallestPages);
  const together = Math.max(1, Math.min(maxPerRequest, Math.floor(costBudget / costOfOne)));

  return async (orders: readonly JsonObject[]): Promise<JsonObject[]> => {
    const keptOrders: JsonObject[] = [];
    for (let at = 0; at < orders.length; ) {
      let batch: readonly JsonObject[] = [];
      let parts: Json[];
      try {
        const data = await sizing.attempt((scale) => {
          batch = orders.slice(at, at + scale(together));
          const variables = Object.fromEntries(batch.map(({ id }, index) => [`id${index}`, id ?? null]));
          const document = partDocument(selection, smallestPages, batch.length);
          return send(document, variables, costOfOne * batch.length);
        });
        parts = batch.map((_, index) => data[`o${index}`] ?? null);
        await readRemainingPages(flatten(parts, selection), smallestPages, sizing, send);
        assertNoGaps(parts, findGaps);
      } catch (error) {
        throw nameOrders(error, batch);
      }
      for (const [index, order] of batch.entries()) {
        const part = parts[index];
        // Deleted between the queries: a report that began a moment later wouldn't have it either.
        if (!isObject(part)) continue;
        mergePart(order, part);
        keptOrders.push(order);
      }
      at += batch.length;
    }
    return keptOrders;
  };
};
