import type { JsonObject } from "../../ports/json.ts";
import type { Send } from "../remaining-pages.ts";
import { createSizing } from "../sizing.ts";
import { fieldsAt } from "./isolate-failing-orders.ts";
import { PartialFailure } from "./partial-failure.ts";
import { createPartReader } from "./read-parts.ts";
import { splitFields } from "./split-fields.ts";

/** Orders per request. */
const maxTogether = 25;
/** Requests to find the orders that a field fails for, beside those that read all orders. A person waits. */
const maxSearches = 15;

type Batch = { orders: readonly JsonObject[]; fields: readonly string[] };

/**
 * Reads fields of listed orders by id into them, in place, in few requests. A field that fails stays absent, in the
 * worst case for orders that have it. `failed`: paths already known to fail for the order. Returns the orders that
 * still exist.
 */
export const readFieldsSparingly = async (
  suspects: readonly { order: JsonObject; failed: readonly string[] }[],
  { fields, send }: { fields: readonly string[]; send: Send },
): Promise<JsonObject[]> => {
  const sizing = createSizing();
  const gone = new Set<JsonObject>();
  /** Reads a batch. Returns the fields that failed for some of its orders, all of which were not read. */
  const readBatch = async ({ orders, fields }: Batch): Promise<string[]> => {
    if (fields.length === 0) return [];
    try {
      let there = [...orders];
      for (const part of splitFields(["id", ...fields])) there = await createPartReader(part, sizing, send)(there);
      for (const order of orders) if (!there.includes(order)) gone.add(order);
      return [];
    } catch (error) {
      if (!(error instanceof PartialFailure)) throw error;
      const failed = fieldsAt(fields, error.failed.paths);
      return [...failed, ...(await readBatch({ orders, fields: fields.filter((field) => !failed.includes(field)) }))];
    }
  };

  const lostOf = (failed: readonly string[]) => (failed.length === 0 ? [] : fieldsAt(fields, failed));
  let searches: Batch[] = [];
  for (const group of Map.groupBy(suspects, ({ failed }) => lostOf(failed).join(" ")).values()) {
    const lost = lostOf(group[0]?.failed ?? []);
    const remaining = fields.filter((field) => !lost.includes(field));
    for (let at = 0; at < group.length; at += maxTogether) {
      const orders = group.slice(at, at + maxTogether).map(({ order }) => order);
      const failed = await readBatch({ orders, fields: remaining });
      if (failed.length > 0) searches.push({ orders, fields: failed });
    }
  }
  // Halves the batches, the largest first, while requests are left.
  for (let requests = 0; searches.length > 0 && requests < maxSearches; ) {
    const [{ orders, fields } = { orders: [], fields: [] }, ...further]: Batch[] = searches;
    searches = further;
    if (orders.length < 2) continue;
    const half = Math.ceil(orders.length / 2);
    for (const part of [orders.slice(0, half), orders.slice(half)]) {
      requests += 1;
      const failed = await readBatch({ orders: part, fields });
      if (failed.length > 0) searches.push({ orders: part, fields: failed });
    }
  }
  return suspects.map(({ order }) => order).filter((order) => !gone.has(order));
};
