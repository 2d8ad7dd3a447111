import type { Preview } from "#domain/wire/reports/report-data.ts";

/** True if a preview read all orders of its report: fewer than its limit. An order that was left out was read too. */
export const showsAllOrders = ({ Orders, Limit, LookedAt, Unread = [] }: Preview): boolean =>
  LookedAt === undefined && Orders + Unread.filter(({ LeftOut }) => LeftOut).length < Limit;
