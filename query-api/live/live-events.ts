import { z } from "zod";
import { eventsRoute, type Route } from "#application/http/route.ts";
import type { Arrival, Kept } from "#application/live/arrival.ts";
import { LiveArrivals } from "#domain/wire/live.ts";
import type { QueryApiDeps } from "../deps.ts";
import { createNewsOfReports } from "./news-of-report.ts";

/** So often it is said anew that somebody looks, ms. */
const watchEvery = 10 * 60_000;

/**
 * How far somebody has heard: the number of what they heard of last, and how many orders had been new by then (undefined where it was told before these
 * were counted). As text it is the id of an event.
 */
type Place = { n: number; news: number | undefined };
const placeOf = (id: string): Place => {
  const [n = 0, news] = id.split("-").map(Number);
  return { n, news };
};
const idOf = ({ n, news }: Place): string => (news === undefined ? `${n}` : `${n}-${news}`);

/** What somebody has not heard of; `missed`: so many new ones more. */
const unheard = ({ first, news, arrivals }: Kept, heard: Place): { fresh: Arrival[]; missed: number } => {
  const fresh = arrivals.filter(({ n }) => n > heard.n);
  const told = fresh.filter(({ kind }) => kind === "new").length;
  // Whoever listened before that was kept, or listens for the first time, has missed nothing of it.
  const missed = heard.n < first || heard.news === undefined ? 0 : news - heard.news - told;
  return { fresh, missed: Math.max(0, missed) };
};

/** Does one after the other, and of what comes meanwhile the newest alone: it holds what the others did. */
const newestInTurn = <Value>(work: (value: Value) => Promise<void>) => {
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
 * Orders that the platform tells of, as they come (ADR 94). Who says what they heard last is told what came since; who does not, what is still kept, so
 * that nothing is lost between a table and this. They are those of the whole shop; to a page that names its report it is said which of the new ones that would
 * hold.
 */
export const liveEventsRoute = (deps: QueryApiDeps): Route => {
  const { arrivals } = deps;
  const newsOfReports = createNewsOfReports(deps);
  return eventsRoute({
    path: "reportData/live-events",
    summary: "Orders that are new or were changed, told as they come",
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
      let heard = placeOf(after ?? "0");
      const tell = newestInTurn(async (kept: Kept) => {
        const { fresh, missed } = unheard(kept, heard);
        if (kept.last > heard.n) heard = { n: kept.last, news: kept.news };
        if (fresh.length === 0) return;
        const isIn =
          reportId === undefined
            ? () => null
            : await newsOfReports.verdicts(caller, reportId, { arrivals: fresh, all: kept.arrivals });
        const Orders = fresh.map(({ n, id, kind, at }) => ({ Id: id, Kind: kind, At: at, InReport: isIn(n) }));
        const told: LiveArrivals = { Orders, Missed: missed };
        stream.send("orders", told, idOf(heard));
      });
      const watching = setInterval(() => void arrivals.watch(tenant), watchEvery);
      watching.unref();
      let unfollow: (() => void) | undefined;
      return {
        begin() {
          stream.send("open", { After: idOf(heard) });
          unfollow = arrivals.follow(tenant, (kept) => void tell(kept));
        },
        stop() {
          clearInterval(watching);
          unfollow?.();
        },
      };
    },
  });
};
