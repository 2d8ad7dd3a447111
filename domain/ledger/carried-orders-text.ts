import { listOrderNames } from "../orders/unread.ts";
import type { OrderLeftOut } from "./events.ts";

/** `, with #1042 from an earlier report`: orders that only an earlier report lacked. Empty if none. */
export const listLateOrders = (late: readonly string[] = []): string =>
  late.length === 0 ? "" : `, with ${listOrderNames(late)} from an earlier report`;

/** `, without #1042 and #1050`: orders that a report lacks. Empty if none. */
export const listOmittedOrders = (without: readonly OrderLeftOut[] = []): string =>
  without.length === 0 ? "" : `, without ${listOrderNames(without.map(({ name }) => name))}`;
