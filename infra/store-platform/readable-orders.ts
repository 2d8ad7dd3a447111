import { z } from "zod";
import type { Json, JsonObject } from "../ports/json.ts";
import { maxUnreadOrders, type ShopAccess, TooManyUnread } from "../ports/store-platform.ts";
import type { Graphql } from "./calls/graphql.ts";
import { assertSeesAllOrders } from "./calls/scopes.ts";
import { documents } from "./documents/documents.ts";
import { PartialFailure } from "./documents/partial-failure.ts";
import { unreadableOrderError } from "./identify-orders.ts";

/** Successive orders, of which either none or all fail. Of failing ones, only the cursor is read. */
export type Run = { orders: number; fails: boolean };

/** A person waits 10 s for all of them. */
const maxRequests = 15;

/** `failing`: indexes. */
export const splitRun = (orders: number, failing: readonly number[]): Run[] => {
  const runs: Run[] = [];
  let next = 0;
  for (const index of failing) {
    const last = runs.at(-1);
    if (index > next) runs.push({ orders: index - next, fails: false });
    if (index === next && last?.fails) last.orders += 1;
    else runs.push({ orders: 1, fails: true });
    next = index + 1;
  }
  return next < orders ? [...runs, { orders: orders - next, fails: false }] : runs;
};

/**
 * Splits a run some of whose orders fail, and joins it to those after it. A response may name only one of many failing
 * neighbors. If that one is next to orders already left out, as many more are
 * left out.
 */
const splitFailingRun = (
  { orders }: Run,
  failing: readonly number[],
  { before, following }: { before: Run | undefined; following: readonly Run[] },
): Run[] => {
  const [next, ...further] = following;
  const indexes = Array.from({ length: orders }, (_, index) => index);
  let skipped = failing;
  if (failing.length === 1 && failing[0] === 0 && before?.fails) skipped = indexes.slice(0, before.orders);
  else if (failing.length === 1 && failing[0] === orders - 1 && next?.fails) skipped = indexes.slice(-next.orders);
  const runs = splitRun(orders, skipped);
  const last = runs.at(-1);
  if (!last?.fails || !next?.fails) return [...runs, ...following];
  last.orders += next.orders;
  return [...runs, ...further];
};

/**
 * Reads the newest orders in one request. If some fail, reads those around them at once: a person waits, and a few
 * orders more or less don't matter. `document`: takes `first` and `after`. `cost`: of all orders. `isPartial`: some
 * were left out.
 * @throws {TooManyUnread} many orders fail, and none was read
 */
export const readReadableOrders = async (
  graphql: Graphql,
  access: ShopAccess,
  { document, cost, maxOrders }: { document: string; cost: number; maxOrders: number },
): Promise<{ data: JsonObject; isPartial: boolean }> => {
  let after: string | null = null;
  const ask = async ({ orders, fails }: Run) => {
    const { data } = await graphql(access, {
      ...(fails ? { document: documents.orderPlaces } : { document, cost: Math.ceil((cost * orders) / maxOrders) }),
      variables: { first: orders, after, ...(fails && { query: null }) },
      triesOfParts: 1,
      partsAtMost: Number.POSITIVE_INFINITY,
    });
    assertSeesAllOrders(data);
    const page = Page.safeParse(data.orders);
    if (!page.success) throw unreadableOrderError("a page of orders that is none");
    return { data, ...page.data };
  };
  const nodes: Json[] = [];
  let found: JsonObject | undefined;
  let requests = 0;
  let leftOut = 0;
  let last: Run | undefined;
  let runs: Run[] = [{ orders: maxOrders, fails: false }];
  for (;;) {
    // After failing orders alone, this also reads what the document requests besides orders.
    const [run = { orders: 1, fails: false }, ...further]: Run[] = runs;
    if (requests >= maxRequests) {
      if (found === undefined || nodes.length === 0) throw new TooManyUnread(`none read in ${requests} requests`);
      return { data: { ...found, orders: { nodes } }, isPartial: true };
    }
    runs = further;
    try {
      requests += 1;
      const { data, nodes: read, pageInfo } = await ask(run);
      after = pageInfo.endCursor ?? after;
      last = run.fails && last?.fails ? { orders: last.orders + run.orders, fails: true } : run;
      if (run.fails) leftOut += read.length;
      else {
        nodes.push(...read);
        found = data;
      }
      if (!pageInfo.hasNextPage) runs = [];
      if (found === undefined || runs.length > 0) continue;
      if (nodes.length === 0 && leftOut > maxUnreadOrders) throw new TooManyUnread(`none read, ${leftOut} left out`);
      return { data: { ...found, orders: { nodes } }, isPartial: leftOut > 0 };
    } catch (error) {
      if (!(error instanceof PartialFailure)) throw error;
      const failing = [...(error.failed.pathsByIndex?.keys() ?? [])];
      if (run.fails || failing.length === 0) throw unreadableOrderError(error.message);
      runs = splitFailingRun(run, failing, { before: last, following: further });
    }
  }
};

const Page = z.object({
  nodes: z.array(z.json()),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
});
