import type { JsonObject } from "../../ports/json.ts";
import type { Send } from "../remaining-pages.ts";
import { createSizing } from "../sizing.ts";
import { fieldsAt } from "./isolate-failing-orders.ts";
import { PartialFailure } from "./partial-failure.ts";
import { createPartReader } from "./read-parts.ts";
import { splitFields } from "./split-fields.ts";

const maxTogether = 25;
/** Maximum rounds for the same orders while responses name failing ones: a person waits. */
const maxRounds = 4;

/** `failed`: paths known to fail. */
type Suspect = { order: JsonObject; failed: readonly string[] };

/**
 * Reads fields of listed orders by id into them, in place, in few requests. A field that fails for an order stays
 * absent. If responses keep failing, all fields of the request's orders do. Returns the orders that still exist.
 */
export const readFieldsSparingly = async (
  suspects: readonly Suspect[],
  { fields, send }: { fields: readonly string[]; send: Send },
): Promise<JsonObject[]> => {
  const sizing = createSizing();
  const existing = new Set<JsonObject>();
  const read = async (orders: readonly JsonObject[], readable: readonly string[]): Promise<void> => {
    let found = [...orders];
    if (readable.length > 0)
      for (const part of splitFields(["id", ...readable])) found = await createPartReader(part, sizing, send)(found);
    for (const order of found) existing.add(order);
  };
  const readAll = async (all: readonly Suspect[], round = 1): Promise<void> => {
    // A path that names a field must not hide one that only means it.
    const readableOf = ({ failed }: Suspect) => {
      const lost = failed.flatMap((path) => fieldsAt(fields, [path]));
      return fields.filter((field) => !lost.includes(field));
    };
    for (const group of Map.groupBy(all, (one) => readableOf(one).join(" ")).values()) {
      const readable = group[0] ? readableOf(group[0]) : [];
      for (let at = 0; at < group.length; at += maxTogether) {
        const batch = group.slice(at, at + maxTogether);
        const orders = batch.map(({ order }) => order);
        try {
          await read(orders, readable);
        } catch (error) {
          if (!(error instanceof PartialFailure)) throw error;
          const { paths, pathsByOrder } = error.failed;
          const failedOf = (order: JsonObject) => (pathsByOrder ? (pathsByOrder.get(order) ?? []) : paths);
          const again = batch.map(({ order, failed }) => ({ order, failed: [...failed, ...failedOf(order)] }));
          if (round < maxRounds) await readAll(again, round + 1);
          else for (const order of orders) existing.add(order);
        }
      }
    }
  };
  await readAll(suspects);
  return suspects.map(({ order }) => order).filter((order) => existing.has(order));
};
