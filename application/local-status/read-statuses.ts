import type { LocalStatus } from "#domain/enumerations.ts";
import { idNumber } from "#domain/orders/id-number.ts";
import type { Order } from "#domain/orders/order.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { ReadModels } from "#infra/ports/stores/read-store.ts";

/** Orders whose statuses are asked for together: a page of them, as the platform gives them. */
const atOnce = 250;

/** What a shop says of an order, and the position of the event that made it so. */
export type FoundStatus = { status: LocalStatus; position: Position; stale: boolean };

/** The documents of some orders by their numbers, in one read for each page of them; an order that nothing was ever said of has none. */
export const findStatuses = async (
  readModels: Pick<ReadModels, "find">,
  tenant: string,
  orderIds: readonly string[],
): Promise<Map<string, FoundStatus>> => {
  const found = new Map<string, FoundStatus>();
  for (let first = 0; first < orderIds.length; first += atOnce) {
    const wanted = orderIds.slice(first, first + atOnce);
    const documents = await readModels.find(collections.localStatuses.name, {
      where: [
        { field: "tenant", equals: tenant },
        { field: "orderId", in: wanted },
      ],
      sort: [{ field: "orderId" }],
      limit: wanted.length,
    });
    for (const { position, document } of documents)
      found.set(String(document.orderId), {
        status: document.status as LocalStatus,
        position,
        stale: document.stale === true,
      });
  }
  return found;
};

/** The statuses of some orders by their numbers; what is not there is none. */
export type ReadStatuses = (orderIds: readonly string[]) => Promise<ReadonlyMap<string, LocalStatus>>;

/** As they are now, for somebody who looks at them. */
export const statusesNow =
  (readModels: Pick<ReadModels, "find">, tenant: string): ReadStatuses =>
  async (orderIds) =>
    new Map([...(await findStatuses(readModels, tenant, orderIds))].map(([id, { status }]) => [id, status]));

/** The same orders with what the shop says of them; those that were given stay as they are, since others may have them too. */
export const withStatuses = async (read: ReadStatuses, orders: readonly Order[]): Promise<Order[]> => {
  const statuses = await read([...new Set(orders.map(({ id }) => idNumber(id)))]);
  return orders.map((order) => {
    const localStatus = statuses.get(idNumber(order.id));
    return localStatus === undefined ? order : { ...order, localStatus };
  });
};
