import { listOrderNames } from "../orders/unread.ts";
import type { OrderLeftOut } from "./events.ts";

/**
 * Names orders that an earlier report lacked and this one has, as `, with #1042 from an earlier report`. Empty if none.
 */
export const listLateOrders = (late: readonly string[] = []): string =>
  late.length === 0 ? "" : `, with ${listOrderNames(late)} from an earlier report`;

/** Names the orders that a report lacks, as `, without #1042 and #1050`. Empty if none. */
export const listOmittedOrders = (without: readonly OrderLeftOut[] = []): string =>
  without.length === 0 ? "" : `, without ${listOrderNames(without.map(({ name }) => name))}`;
