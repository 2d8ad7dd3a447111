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
  const readTogether = async ({ orders, fields }: Batch): Promise<void> => {
    if (fields.length === 0 || orders.length === 0) return;
    let there = [...orders];
    for (const part of splitFields(["id", ...fields])) there = await createPartReader(part, sizing, send)(there);
    for (const order of orders) if (!there.includes(order)) gone.add(order);
  };
  /** Reads a batch. Returns the fields that failed for some of its orders, and those orders. They lack these fields. */
  const readBatch = async (batch: Batch, triesLeft = 3): Promise<Batch[]> => {
    try {
      await readTogether(batch);
      return [];
    } catch (error) {
      if (!(error instanceof PartialFailure)) throw error;
      const { paths, pathsByAlias } = error.failed;
      const failed = fieldsAt(batch.fields, paths);
      const fields = batch.fields.filter((field) => !failed.includes(field));
      if (pathsByAlias === undefined || triesLeft === 0)
        return [
          { orders: batch.orders, fields: failed },
          ...(await readBatch({ orders: batch.orders, fields }, triesLeft)),
        ];
      // The response names the failing orders.
      const orders = batch.orders.filter((_, index) => !pathsByAlias.has(index));
      const failing = batch.orders.filter((_, index) => pathsByAlias.has(index));
      return [
        ...(await readBatch({ orders: failing, fields }, triesLeft - 1)),
        ...(await readBatch({ orders, fields: batch.fields }, triesLeft - 1)),
      ];
    }
  };

  const lostOf = (failed: readonly string[]) => (failed.length === 0 ? [] : fieldsAt(fields, failed));
  let searches: Batch[] = [];
  for (const group of Map.groupBy(suspects, ({ failed }) => lostOf(failed).join(" ")).values()) {
    const lost = lostOf(group[0]?.failed ?? []);
    const remaining = fields.filter((field) => !lost.includes(field));
    for (let at = 0; at < group.length; at += maxTogether) {
      const orders = group.slice(at, at + maxTogether).map(({ order }) => order);
      searches.push(...(await readBatch({ orders, fields: remaining })));
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
      searches.push(...(await readBatch({ orders: part, fields })));
    }
  }
  return suspects.map(({ order }) => order).filter((order) => !gone.has(order));
};
