import { z } from "zod";
import { eventsRoute, type Route } from "#application/http/route.ts";
import type { Arrival, WatchState } from "#application/live/arrival.ts";
import { LiveArrivals } from "#domain/wire/live.ts";
import type { QueryApiDeps } from "../deps.ts";
import { createNewOrdersOfReports } from "./new-orders-of-report.ts";

/** Interval of renewals, ms. */
const watchRenewalInterval = 10 * 60_000;

/**
 * A listener's position: number of its last arrival, and count of new orders up to then (undefined in old ids, without
 * that count). As text it is an event id.
 */
type ListenerPosition = { n: number; news: number | undefined };
const parseEventId = (id: string): ListenerPosition => {
  const [n = 0, news] = id.split("-").map(Number);
  return { n, news };
};
const formatEventId = ({ n, news }: ListenerPosition): string => (news === undefined ? `${n}` : `${n}-${news}`);

/** Arrivals since a position. `missed`: further new orders, dropped by now. */
const arrivalsSince = (
  { first, news, arrivals }: WatchState,
  position: ListenerPosition,
): { fresh: Arrival[]; missed: number } => {
  const fresh = arrivals.filter(({ n }) => n > position.n);
  const newCount = fresh.filter(({ kind }) => kind === "new").length;
  // Listeners with old ids, and first-time listeners, have missed nothing.
  const missed = position.n < first || position.news === undefined ? 0 : news - position.news - newCount;
  return { fresh, missed: Math.max(0, missed) };
};

/** Runs work one at a time, then for the newest value that came, which includes the earlier ones. */
const createLatestOnlyRunner = <Value>(work: (value: Value) => Promise<void>) => {
  let next: Value | undefined;
  let isAtWork = false;
  return async (value: Value): Promise<void> => {
    next = value;
    if (isAtWork) return;
    isAtWork = true;
    try {
      for (let now: Value | undefined = value; now !== undefined; now = next) {
        next = undefined;
        await work(now);
      }
    } finally {
      isAtWork = false;
    }
  };
};

/**
 * Streams the shop's reported orders (ADR 94). Starts after the client's last event, or with all that are kept. For a
 * page that names its report, tells which new orders it would contain.
 */
export const liveEventsRoute = (deps: QueryApiDeps): Route => {
  const { arrivals } = deps;
  const newsOfReports = createNewOrdersOfReports(deps);
  return eventsRoute({
    path: "reportData/live-events",
    summary: "New and changed orders, as they arrive",
    description:
      "Without after, it begins with the last arrivals that are still kept. With reportId each event says which new orders that report would hold.",
    query: z.strictObject({
      after: z
        .string()
        .regex(/^\d{1,16}(-\d{1,16})?$/, "must be the id of an event")
        .optional(),
      reportId: z.string().min(1).max(100).optional(),
    }),
    data: LiveArrivals,
    events: async ({ after, reportId }, { caller }, stream) => {
      const { tenant } = caller;
      await arrivals.watch(tenant);
      let position = parseEventId(after ?? "0");
      const tell = createLatestOnlyRunner(async (state: WatchState) => {
        const { fresh, missed } = arrivalsSince(state, position);
        if (state.last > position.n) position = { n: state.last, news: state.news };
        if (fresh.length === 0) return;
        const isIn =
          reportId === undefined
            ? () => null
            : await newsOfReports.verdicts(caller, reportId, { arrivals: fresh, all: state.arrivals });
        const Orders = fresh.map(({ n, id, kind, at }) => ({ Id: id, Kind: kind, At: at, InReport: isIn(n) }));
        const message: LiveArrivals = { Orders, Missed: missed };
        stream.send("orders", message, formatEventId(position));
      });
      const watching = setInterval(() => void arrivals.watch(tenant), watchRenewalInterval);
      watching.unref();
      let unfollow: (() => void) | undefined;
      return {
        begin() {
          stream.send("open", { After: formatEventId(position) });
          unfollow = arrivals.follow(tenant, (state) => void tell(state));
        },
        stop() {
          clearInterval(watching);
          unfollow?.();
        },
      };
    },
  });
};
