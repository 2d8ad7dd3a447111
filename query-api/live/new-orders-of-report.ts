import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { ApiError } from "#application/http/api-error.ts";
import type { Arrival } from "#application/live/arrival.ts";
import type { PageOwner } from "#application/pages/page-state.ts";
import { createKeyedSerialQueue } from "#application/process/keyed-serial-queue.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import { buildIdsQuery } from "#domain/orders/build-ids-query.ts";
import { createCreationTest } from "#domain/orders/date-basis.ts";
import type { Order } from "#domain/orders/order.ts";
import { parseIdNumber } from "#domain/orders/parse-id-number.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import type { QueryApiDeps } from "../deps.ts";
import { readConditions } from "../orders/search.ts";
import { compileChoice, idsPerSearch } from "../report-data/orders-of-report.ts";
import { gatherKey } from "./gather-orders.ts";
import { loadLivePage } from "./page.ts";

/** Pause between a shop's requests, however many orders come, and limit of one; ms. */
const [minRequestPause, requestTimeout] = [2_000, 20_000];
const maxVerdicts = 20_000;

type Deps = Pick<QueryApiDeps, "platform" | "clock" | "runner" | "state" | "vault" | "log">;
type Choice = Exclude<ReturnType<typeof compileChoice>, Refusal>;
type LivePageViewer = PageOwner & { shop: string };
/** True if the report would contain the order; null: unknown. */
export type Verdict = boolean | null;

/** Orders requested together, and verdicts by order number. Orders without a verdict are not in the report. */
type Batch = {
  ids: Set<string>;
  /** Choice of the newest caller, as its open-ended date range ends latest. */
  choice: Choice;
  verdicts: Promise<ReadonlyMap<string, Verdict>>;
};

/**
 * Returns `now`, or a second after the newest arrival if later: the store's clock may be ahead, and a range up to today
 * ends now.
 */
const clampToArrivals = (now: Date, arrivals: readonly Arrival[]): Date =>
  new Date(Math.max(now.getTime(), ...arrivals.map(({ of }) => Date.parse(of) + 1_000)));

/**
 * Tells which new orders a live report would contain (ADR 94), by its page's current filter and days of creation.
 * Queries the store once for all pages of a shop with the same choices, and again after a change.
 */
export const createNewOrdersOfReports = (deps: Deps) => {
  const { platform, clock, log } = deps;
  const verdicts = new LRUCache<string, Promise<Verdict>>({ max: maxVerdicts });
  const gathering = new Map<string, Batch>();
  const runInSeries = createKeyedSerialQueue();

  const read = async ({ tenant, shop }: LivePageViewer, choice: Choice, ids: readonly string[]) => {
    const { fields } = choice.filter;
    const wanted = [...new Set(["createdAt", ...fields])].sort();
    const access = { tenant, shop, signal: AbortSignal.timeout(requestTimeout) };
    const found = new Map<string, Verdict>();
    for (let first = 0; first < ids.length; first += idsPerSearch) {
      const some = ids.slice(first, first + idsPerSearch);
      const request = { query: buildIdsQuery(some), fields: wanted, requiredFields: wanted, atMost: some.length };
      for await (const page of platform.streamOrders(access, request)) {
        const orders = page as unknown as Order[];
        for (const { order } of choice.kept(orders)) found.set(parseIdNumber(order.id), true);
        for (const { id } of choice.unjudged(orders)) found.set(parseIdNumber(id), null);
      }
    }
    return found;
  };

  /** Requests a verdict, together with all others that wait for the shop's turn. */
  const ask = (caller: LivePageViewer, key: string, choice: Choice, id: string): Promise<Verdict> => {
    let batch = gathering.get(key);
    if (batch === undefined) {
      const ids = new Set<string>();
      const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<string, Verdict>>();
      const begun: Batch = { ids, choice, verdicts: promise };
      batch = begun;
      gathering.set(key, begun);
      void runInSeries(caller.tenant, async () => {
        gathering.delete(key);
        await read(caller, begun.choice, [...ids]).then(resolve, reject);
        await sleep(minRequestPause, undefined, { ref: false });
      });
    }
    batch.ids.add(id);
    if (choice.period.to > batch.choice.period.to) batch.choice = choice;
    return batch.verdicts.then((found) => {
      const verdict = found.get(id);
      return verdict === undefined ? false : verdict;
    });
  };

  const unknown = (tenant: string) => (error: unknown) => {
    // The store is briefly unavailable, or the page's design was deleted. The page says that it doesn't know.
    if (!(error instanceof PlatformError || error instanceof ApiError))
      log.error({ err: error, tenant }, "The new orders that a live report would show could not be determined.");
    return null;
  };

  const judge = async (caller: LivePageViewer, reportId: string, arrivals: readonly Arrival[]): Promise<Verdict[]> => {
    const { tenant, shop } = caller;
    const [{ UserOrderFilters: filters }, account] = await Promise.all([
      loadLivePage(deps, caller, reportId),
      loadAuthorizedShop(deps, tenant),
    ]);
    const conditions = await readConditions(deps, tenant, filters.report_filter_id);
    if (isRefusal(conditions)) return arrivals.map(() => null);
    const now = clampToArrivals(clock.now(), arrivals);
    const wanted = { filters, conditions, selected: [] };
    const choice = compileChoice(account, wanted, now);
    if (isRefusal(choice)) return arrivals.map(() => null);
    const access = { tenant, shop, signal: AbortSignal.timeout(requestTimeout) };
    const key = gatherKey({ access, account, ...wanted, requested: { fields: [], requiredFields: [] } }, now);
    return Promise.all(
      arrivals.map(({ id, n, kind, of }) => {
        if (kind === "new" && !createCreationTest(choice.period)(of)) return false;
        // A change never moves an order into other days of creation. A filter that drops none tests no other day.
        if (!choice.filter.dropsOrders) return kind === "new" ? true : null;
        const name = `${key} ${n}`;
        const known = verdicts.get(name);
        if (known !== undefined) return known;
        const asked = ask(caller, key, choice, id).catch((error: unknown) => {
          verdicts.delete(name);
          return unknown(tenant)(error);
        });
        verdicts.set(name, asked);
        return asked;
      }),
    );
  };

  return {
    /** Verdicts of arrivals: for new orders, and for changed ones that are among `all` as new. Never rejects. */
    async verdicts(
      caller: LivePageViewer,
      reportId: string,
      { arrivals, all }: Record<"arrivals" | "all", readonly Arrival[]>,
    ) {
      const fresh = new Set(all.flatMap(({ id, kind }) => (kind === "new" ? [id] : [])));
      const asked = arrivals.filter(({ id }) => fresh.has(id));
      const found =
        asked.length === 0
          ? []
          : await judge(caller, reportId, asked).catch((error: unknown) => {
              unknown(caller.tenant)(error);
              return [];
            });
      const byNumber = new Map(asked.map(({ n }, at) => [n, found[at] ?? null]));
      return (n: number): Verdict => byNumber.get(n) ?? null;
    },
  };
};
