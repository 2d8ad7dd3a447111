import type { LocalStatus } from "#domain/enumerations.ts";
import type { Order } from "#domain/orders/order.ts";
import { parseIdNumber } from "#domain/orders/parse-id-number.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { ReadModels } from "#infra/ports/stores/read-store.ts";

/** Orders per read: one page of the platform. */
const ordersPerRead = 250;

/** A status with the position of the event that set it. */
export type FoundStatus = { status: LocalStatus; position: Position; stale: boolean };

/** Statuses by order number, one read per page. Orders without events are absent. */
export const findStatuses = async (
  readModels: Pick<ReadModels, "find">,
  tenant: string,
  orderIds: readonly string[],
): Promise<Map<string, FoundStatus>> => {
  const statuses = new Map<string, FoundStatus>();
  for (let first = 0; first < orderIds.length; first += ordersPerRead) {
    const wanted = orderIds.slice(first, first + ordersPerRead);
    const documents = await readModels.find(collections.localStatuses.name, {
      where: [
        { field: "tenant", equals: tenant },
        { field: "orderId", in: wanted },
      ],
      sort: [{ field: "orderId" }],
      limit: wanted.length,
    });
    for (const { position, document } of documents)
      statuses.set(String(document.orderId), {
        status: document.status as LocalStatus,
        position,
        stale: document.stale === true,
      });
  }
  return statuses;
};

/** Statuses by order number; absent means none. */
export type ReadStatuses = (orderIds: readonly string[]) => Promise<ReadonlyMap<string, LocalStatus>>;

export const readCurrentStatuses =
  (readModels: Pick<ReadModels, "find">, tenant: string): ReadStatuses =>
  async (orderIds) =>
    new Map([...(await findStatuses(readModels, tenant, orderIds))].map(([id, { status }]) => [id, status]));

/** Copies the orders with their local statuses, as others may share the originals. */
export const withStatuses = async (read: ReadStatuses, orders: readonly Order[]): Promise<Order[]> => {
  const statuses = await read([...new Set(orders.map(({ id }) => parseIdNumber(id)))]);
  return orders.map((order) => {
    const localStatus = statuses.get(parseIdNumber(order.id));
    return localStatus === undefined ? order : { ...order, localStatus };
  });
};
